import { type Page, type PageRequest, runInSlices, type StoredItem, YieldTimer } from '@org/engine/storage';
import { elementsAt, type JsonRange } from './json-ranges.js';
import { type Fill, parseInSteps } from './parse-in-steps.js';
import { unknownCursor } from './item-page.js';

/** Start of the delivered JSON and of an item: `JSON.stringify` preserves the order in which members were created. */
const beforeItems = '{"items":';
const beforeId = '{"id":';
const input = Buffer.from(',"side":"input"');
const quote = 0x22;
const backslash = 0x5c;
/** Iterations between two checks of the clock. */
const clockCheckInterval = 256;

/**
 * Reads a page of the input items from the delivered JSON. It parses only the items of the page, locates the others,
 * and yields to the event loop. `fill` inserts the values that are stored separately. Throws as `pageOf` does.
 */
export async function inputItemsIn(
  delivered: Buffer,
  { after, order, limit }: PageRequest,
  fill: Fill,
): Promise<Page<StoredItem>> {
  const positions = await inputRanges(delivered);
  if (order === 'desc') positions.reverse();
  const start = after === undefined ? 0 : (await indexOfId(delivered, positions, after, fill)) + 1;
  if (after !== undefined && start === 0) throw unknownCursor();
  const entries: StoredItem[] = [];
  for (const range of positions.slice(start, start + limit)) entries.push(await itemAt(delivered, range, fill));
  return { entries, hasMore: start + limit < positions.length };
}

/** Reads the items at these positions of the delivered JSON. As for a page, it parses no others. */
export async function itemsAt(
  delivered: Buffer,
  positions: ReadonlySet<number>,
  fill: Fill,
): Promise<ReadonlyMap<number, StoredItem>> {
  const yieldTimer = new YieldTimer();
  const found = new Map<number, StoredItem>();
  let position = 0;
  for (const range of elementsAt(delivered, beforeItems.length)) {
    if (positions.has(position)) found.set(position, await itemAt(delivered, range, fill));
    if (found.size === positions.size) break;
    if (++position % clockCheckInterval === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return found;
}

/** The service wrote this text, so its shape is known. */
async function itemAt(delivered: Buffer, { start, end }: JsonRange, fill: Fill): Promise<StoredItem> {
  return (await runInSlices(parseInSteps(delivered.subarray(start, end), fill))) as StoredItem;
}

async function inputRanges(delivered: Buffer): Promise<JsonRange[]> {
  const yieldTimer = new YieldTimer();
  const positions: JsonRange[] = [];
  let seen = 0;
  for (const range of elementsAt(delivered, beforeItems.length)) {
    if (isInput(delivered, range)) positions.push(range);
    if (++seen % clockCheckInterval === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return positions;
}

function isInput(delivered: Buffer, { start }: JsonRange): boolean {
  const end = endOfId(delivered, start);
  return delivered.compare(input, 0, input.length, end, end + input.length) === 0;
}

/** An id may be stored separately, like any other text. */
async function indexOfId(delivered: Buffer, positions: readonly JsonRange[], id: string, fill: Fill): Promise<number> {
  const yieldTimer = new YieldTimer();
  for (const [index, { start }] of positions.entries()) {
    const text = textAt(delivered, { start: start + beforeId.length, end: endOfId(delivered, start) });
    if (fill(JSON.parse(text)) === id) return index;
    if (index % clockCheckInterval === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return -1;
}

function endOfId(delivered: Buffer, start: number): number {
  let at = start + beforeId.length + 1;
  for (; delivered[at] !== quote; at += 1) if (delivered[at] === backslash) at += 1;
  return at + 1;
}

function textAt(json: Buffer, { start, end }: JsonRange): string {
  return json.toString('utf8', start, end);
}
