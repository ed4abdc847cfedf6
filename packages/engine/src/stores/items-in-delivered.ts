import { YieldTimer } from '../concurrency/yield-timer.js';
import { elementsAt, type JsonRange } from '../json/json-ranges.js';
import type { Fill } from '../json/parse-in-steps.js';
import type { Page, PageRequest } from '../ports/page.js';
import type { StoredItem } from '../ports/store.js';
import { unknownCursor } from './item-page.js';

/** How what was delivered begins, and how an item does: `JSON.stringify` keeps the order in which they were made. */
const beforeItems = '{"items":';
const beforeId = '{"id":';
const input = Buffer.from(',"side":"input"');
const quote = 0x22;
const backslash = 0x5c;
/** Between two looks at the clock. */
const looksAfter = 256;

/**
 * A page of the input items in what was delivered. Only its own items are parsed; of the others it is seen where they stand, and others
 * have their turn meanwhile. `fill` puts in what is kept apart of a value. Throws as `pageOf` does.
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
  // Our own text, so the shape is known.
  const entries = positions
    .slice(start, start + limit)
    .map((range) => fill(JSON.parse(textAt(delivered, range))) as StoredItem);
  return { entries, hasMore: start + limit < positions.length };
}

/** The items at these positions in what was delivered. As with a page of them, no others are parsed. */
export async function itemsAt(
  delivered: Buffer,
  positions: ReadonlySet<number>,
  fill: Fill,
): Promise<ReadonlyMap<number, StoredItem>> {
  const yieldTimer = new YieldTimer();
  const found = new Map<number, StoredItem>();
  let position = 0;
  for (const range of elementsAt(delivered, beforeItems.length)) {
    if (positions.has(position)) found.set(position, fill(JSON.parse(textAt(delivered, range))) as StoredItem); // Our own text, so the shape is known.
    if (found.size === positions.size) break;
    if (++position % looksAfter === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return found;
}

async function inputRanges(delivered: Buffer): Promise<JsonRange[]> {
  const yieldTimer = new YieldTimer();
  const positions: JsonRange[] = [];
  let seen = 0;
  for (const range of elementsAt(delivered, beforeItems.length)) {
    if (isInput(delivered, range)) positions.push(range);
    if (++seen % looksAfter === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return positions;
}

function isInput(delivered: Buffer, { start }: JsonRange): boolean {
  const end = endOfId(delivered, start);
  return delivered.compare(input, 0, input.length, end, end + input.length) === 0;
}

/** An id may be kept apart as any other text. */
async function indexOfId(delivered: Buffer, positions: readonly JsonRange[], id: string, fill: Fill): Promise<number> {
  const yieldTimer = new YieldTimer();
  for (const [index, { start }] of positions.entries()) {
    const text = textAt(delivered, { start: start + beforeId.length, end: endOfId(delivered, start) });
    if (fill(JSON.parse(text)) === id) return index;
    if (index % looksAfter === 0 && yieldTimer.due) await yieldTimer.yieldToEventLoop();
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
