import { bytesYielding } from '../concurrency/make-yielding.js';
import { isLongJson, jsonChunks } from '../json/json-chunks.js';
import { parseYielding, type Fill } from '../json/parse-yielding.js';
import type { Page, PageRequest } from '../ports/page.js';
import type { ChainTurn, StoredItem, TurnRecord } from '../ports/store.js';
import { decodeLegacyContent, readLegacyHistory, isLegacyContent } from './early-content.js';
import { pageOf } from './item-page.js';
import { inputItemsIn, itemsAt } from './items-in-delivered.js';
import { mayHoldLegacyNames, upgradeDelivered, upgradeMessages, type StoredDelivered } from './legacy-names.js';
import { OnceReader, writeOnce, writeOnceYielding } from './texts-once.js';

/** More items than these are looked up and locked one by one for longer than others should wait. */
const maxItems = 500;

/** What a chain is made of. Kept apart from what was delivered, so that a long chain parses only what it needs. */
type History = Pick<ChainTurn, 'input' | 'output'>;

/** What was on the wire. */
type Delivered = Pick<TurnRecord, 'items' | 'payload'>;

/** JSON text survives UTF-8 whatever its strings hold: `JSON.stringify` escapes NUL and lone surrogates. */
export function encodeHistory({ input, output }: History): string {
  return JSON.stringify({ input, output } satisfies History);
}

/** What was on the wire, as JSON text. */
export function encodeDelivered({ items, payload }: Delivered): string {
  return JSON.stringify({ items, payload } satisfies Delivered);
}

/** Both in one text, in which a long text stands once. */
export function encodeContent({ input, output, items, payload }: History & Delivered): string {
  return writeOnce({ input, output } satisfies History, { items, payload } satisfies Delivered);
}

/** Whether writing a turn takes so long that others wait for it. Then it is written with rests. */
export function isLongTurn({ input, output, items, payload }: History & Delivered): boolean {
  return items.length > maxItems || isLongJson([input, output, items, payload]);
}

/** As {@link encodeContent}, for a long turn. */
export function encodeContentYielding({ input, output, items, payload }: History & Delivered): Promise<string> {
  return writeOnceYielding({ input, output } satisfies History, { items, payload } satisfies Delivered);
}

/** As {@link encodeHistory}, for a long turn, in UTF-8. */
export async function encodeHistoryYielding({ input, output }: History): Promise<Buffer> {
  return Buffer.concat(await bytesYielding(jsonChunks({ input, output } satisfies History)));
}

/** As {@link encodeDelivered}, for a long turn, in UTF-8. */
export async function encodeDeliveredYielding({ items, payload }: Delivered): Promise<Buffer> {
  return Buffer.concat(await bytesYielding(jsonChunks({ items, payload } satisfies Delivered)));
}

/** The history in what {@link encodeContent} wrote, and how many bytes that is. */
export function historyIn(content: Buffer): { readonly history: History; readonly size: number } {
  if (isLegacyContent(content)) return readLegacyHistory(content);
  const reader = new OnceReader(content);
  const line = reader.nextLine();
  // Our own text, so the shape is known; so below.
  const history = reader.fill(JSON.parse(line.toString('utf8'))) as History;
  return { history: currentHistory(history, line), size: reader.size };
}

/** All of what {@link encodeContent} wrote. */
export function decodeContent(content: Buffer): History & Delivered {
  if (isLegacyContent(content)) return decodeLegacyContent(content);
  const reader = new OnceReader(content);
  const line = reader.nextLine();
  const history = reader.fill(JSON.parse(line.toString('utf8'))) as History;
  return { ...currentHistory(history, line), ...upgradeDelivered(reader.next() as StoredDelivered) };
}

/** Bytes from which on content is read in pieces, so that others have their turn meanwhile. */
const longContent = 262_144;

export function isLongContent(content: Uint8Array): boolean {
  return content.length > longContent;
}

/** As {@link decodeContent}, for long content. */
export async function decodeContentYielding(content: Buffer): Promise<History & Delivered> {
  if (isLegacyContent(content)) return decodeLegacyContent(content);
  const reader = new OnceReader(content);
  const fill: Fill = (value) => reader.fill(value);
  const line = reader.nextLine();
  return {
    ...currentHistory((await parseYielding(line, fill)) as History, line),
    ...upgradeDelivered((await parseYielding(reader.nextLine(), fill)) as StoredDelivered),
  };
}

/** As {@link historyIn}, for long content. */
export async function historyYielding(content: Buffer): Promise<{ readonly history: History; readonly size: number }> {
  if (isLegacyContent(content)) return readLegacyHistory(content);
  const reader = new OnceReader(content);
  const line = reader.nextLine();
  const history = (await parseYielding(line, (value) => reader.fill(value))) as History;
  return { history: currentHistory(history, line), size: reader.size };
}

/** A page of the input items in what {@link encodeContent} wrote. */
export async function inputItemsOf(content: Buffer, page: PageRequest): Promise<Page<StoredItem>> {
  if (isLegacyContent(content))
    return pageOf(
      decodeLegacyContent(content).items.filter(({ side }) => side === 'input'),
      page,
    );
  const reader = new OnceReader(content);
  reader.nextLine(); // The history.
  return await inputItemsIn(reader.nextLine(), page, (value) => reader.fill(value));
}

/** The items at these positions in what {@link encodeContent} wrote. */
export async function contentItemsAt(
  content: Buffer,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredItem>> {
  if (isLegacyContent(content)) return new Map(decodeLegacyContent(content).items.entries());
  const reader = new OnceReader(content);
  reader.nextLine(); // The history.
  return await itemsAt(reader.nextLine(), positions, (value) => reader.fill(value));
}

/** As {@link decodeHistory}, for a long one in UTF-8. */
export async function decodeHistoryYielding(json: Buffer): Promise<History> {
  return currentHistory((await parseYielding(json, asItIs)) as History, json);
}

/** As {@link decodeDelivered}, for a long one in UTF-8. */
export async function decodeDeliveredYielding(json: Buffer): Promise<Delivered> {
  return upgradeDelivered((await parseYielding(json, asItIs)) as StoredDelivered);
}

/** A page of the input items in what {@link encodeDelivered} wrote, in UTF-8. */
export function deliveredInputItems(json: Buffer, page: PageRequest): Promise<Page<StoredItem>> {
  return inputItemsIn(json, page, asItIs);
}

/** The items at these positions in what {@link encodeDelivered} wrote, in UTF-8. */
export function deliveredItemsAt(
  json: Buffer,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredItem>> {
  return itemsAt(json, positions, asItIs);
}

const asItIs: Fill = (value) => value;

/** Reads what {@link encodeHistory} wrote: our own text, so the shape is known. */
export function decodeHistory(text: string): History {
  return currentHistory(JSON.parse(text) as History, text);
}

/** Reads what {@link encodeDelivered} wrote: our own text, so the shape is known. */
export function decodeDelivered(text: string): Delivered {
  return upgradeDelivered(JSON.parse(text) as StoredDelivered);
}

function currentHistory(history: History, json: Buffer | string): History {
  if (!mayHoldLegacyNames(json)) return history;
  return { ...history, input: upgradeMessages(history.input), output: upgradeMessages(history.output) };
}
