import {
  type ChainTurn,
  jsonChunks,
  type Page,
  type PageRequest,
  type Steps,
  type StoredItem,
  toUtf8Chunks,
  type TurnRecord,
} from '@org/engine/storage';
import { parseInSteps, type Fill } from './parse-in-steps.js';
import { decodeLegacyContent, readLegacyHistory, isLegacyContent } from './legacy-content.js';
import { pageOf } from './item-page.js';
import { inputItemsIn, itemsAt } from './items-in-delivered.js';
import { upgradeDelivered, upgradeHistory, type StoredDelivered, type StoredHistory } from './legacy-names.js';
import { longCharacters, toOwnContent } from './own-contents.js';
import { DeduplicatedReader, deduplicatedParts } from './text-deduplication.js';

/** What a chain is made of. A long chain parses its histories only, so they are stored apart from what was delivered. */
type History = Pick<ChainTurn, 'input' | 'output'>;

/** What the client received. */
type Delivered = Pick<TurnRecord, 'items' | 'payload'>;

interface SizedHistory {
  readonly history: History;
  /** Bytes of the stored JSON, with each text as often as the history has it. */
  readonly size: number;
}

/** The history as JSON in UTF-8. `JSON.stringify` escapes NUL and lone surrogates, so every string survives. */
export function encodeHistory(turn: History): Steps<Buffer> {
  return toUtf8(storedHistory(turn));
}

/** What was delivered, as JSON in UTF-8. */
export function encodeDelivered({ items, payload }: Delivered): Steps<Buffer> {
  return toUtf8({ items, payload } satisfies Delivered);
}

/** History and delivered in one text, which holds each long text once. A long one is in UTF-8, with its own buffer. */
export function* encodeContent(turn: History & Delivered): Steps<string | Buffer> {
  const { items, payload } = turn;
  const parts = yield* deduplicatedParts(storedHistory(turn), { items, payload } satisfies Delivered);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length > longCharacters ? yield* toOwnContent(parts) : parts.join('');
}

function storedHistory({ input, output }: History): StoredHistory {
  return { version: 2, input, output };
}

function* toUtf8(value: object): Steps<Buffer> {
  const chunks = yield* toUtf8Chunks(jsonChunks(value));
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** The history in what {@link encodeContent} wrote. */
export function* historyIn(content: Buffer): Steps<SizedHistory> {
  if (isLegacyContent(content)) return readLegacyHistory(content);
  const reader = new DeduplicatedReader(content);
  // The store wrote this text, so its shape is known; so below.
  const history = upgradeHistory((yield* reader.next()) as StoredHistory);
  return { history, size: reader.size };
}

/** All of what {@link encodeContent} wrote. */
export function* decodeContent(content: Buffer): Steps<History & Delivered> {
  if (isLegacyContent(content)) return decodeLegacyContent(content);
  const reader = new DeduplicatedReader(content);
  return {
    ...upgradeHistory((yield* reader.next()) as StoredHistory),
    ...upgradeDelivered((yield* reader.next()) as StoredDelivered),
  };
}

/** A page of the input items in what {@link encodeContent} wrote. */
export async function inputItemsOf(content: Buffer, page: PageRequest): Promise<Page<StoredItem>> {
  if (isLegacyContent(content))
    return pageOf(
      decodeLegacyContent(content).items.filter(({ side }) => side === 'input'),
      page,
    );
  const reader = new DeduplicatedReader(content);
  reader.nextLine(); // The history.
  return await inputItemsIn(reader.nextLine(), page, (value) => reader.fill(value));
}

/** The items at these positions in what {@link encodeContent} wrote. */
export async function contentItemsAt(
  content: Buffer,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredItem>> {
  if (isLegacyContent(content)) return new Map(decodeLegacyContent(content).items.entries());
  const reader = new DeduplicatedReader(content);
  reader.nextLine(); // The history.
  return await itemsAt(reader.nextLine(), positions, (value) => reader.fill(value));
}

/** A page of the input items in what {@link encodeDelivered} wrote. */
export function deliveredInputItems(json: Buffer, page: PageRequest): Promise<Page<StoredItem>> {
  return inputItemsIn(json, page, asItIs);
}

/** The items at these positions in what {@link encodeDelivered} wrote. */
export function deliveredItemsAt(
  json: Buffer,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredItem>> {
  return itemsAt(json, positions, asItIs);
}

/** Reads what {@link encodeHistory} wrote. */
export function* decodeHistory(json: Buffer): Steps<History> {
  return upgradeHistory((yield* parseInSteps(json, asItIs)) as StoredHistory);
}

/** Reads what {@link encodeDelivered} wrote. */
export function* decodeDelivered(json: Buffer): Steps<Delivered> {
  return upgradeDelivered((yield* parseInSteps(json, asItIs)) as StoredDelivered);
}

const asItIs: Fill = (value) => value;
