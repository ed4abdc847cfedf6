import {
  type ChainTurn,
  isTerminal,
  mapInSteps,
  type Page,
  type PageRequest,
  runNow,
  runYielding,
  type Steps,
  type StoredItem,
  type TurnRecord,
} from '@org/engine/storage';
import { freeContent } from '../shared/free-content.js';
import { isLongContent } from '../shared/parse-in-steps.js';
import { fromKeyText, toKeyText, toOwnedItemKey } from '../shared/key-text.js';
import { contentItemsAt, decodeContent, encodeContent, historyIn, inputItemsOf } from '../shared/turn-content.js';
import type { ChainLink, DecodedTurn } from '../shared/read-chain.js';
import { contentName } from '../shared/content-cipher.js';
import type { KeyRing } from '../shared/key-ring.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { statusOf, toHeader } from '../shared/to-turn-header.js';
import type { Row } from './database/statements.js';
import { contentIn, decryptStored, type StoredContent } from './stored-content.js';

/** A turn as sent to the writer: plain values that are cheap to transfer to another thread. */
export interface TurnRow {
  readonly owner: string;
  readonly id: string;
  readonly dialect: string;
  readonly previousId: string | null;
  readonly model: string;
  readonly status: string;
  /** Whether the status is terminal. */
  readonly ended: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** What `encodeContent` wrote. */
  readonly content: string | Uint8Array;
  /**
   * The lookup keys of the items in order, as a JSON array. The side precedes each key, 1 for output, so that the
   * larger one wins a lookup.
   */
  readonly items: string;
}

type EncodedTurn = Pick<TurnRow, 'content' | 'items'>;

/** The row of a turn. Run it with {@link runYielding} for a long turn. */
export function* toTurnRow(turn: TurnRecord): Steps<TurnRow> {
  const content = yield* encodeContent(turn);
  const items = yield* mapInSteps(turn.items, lookupOf(turn));
  return rowOf(turn, { content, items: JSON.stringify(items) });
}

function lookupOf({ owner }: TurnRecord): (item: StoredItem) => string {
  return ({ id, side }) => `${side === 'output' ? 1 : 0}${toOwnedItemKey(owner, id)}`;
}

function rowOf(turn: TurnRecord, { content, items }: EncodedTurn): TurnRow {
  return {
    owner: toKeyText(turn.owner),
    id: toKeyText(turn.id),
    dialect: turn.dialect,
    previousId: turn.previousId === undefined ? null : toKeyText(turn.previousId),
    model: toKeyText(turn.model),
    status: turn.status,
    ended: isTerminal(turn.status),
    createdAt: turn.createdAt,
    expiresAt: turn.expiresAt ?? null,
    content,
    items,
  };
}

/** A turn that was read, and is still to be decrypted and decoded: that takes no database. */
export interface ReadTurn {
  readonly header: Omit<TurnRecord, 'input' | 'output' | 'items' | 'payload'>;
  readonly content: StoredContent;
}

/** The turn of a row that has the envelope of its content key as `key`. */
export function fromTurnRow(row: Row): ReadTurn {
  const expiresAt = row['expires_at'];
  return {
    header: {
      ...toHeader(row),
      owner: fromKeyText(textOf(row, 'owner')),
      createdAt: numberOf(row, 'created_at'),
      ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    },
    content: turnContent(textOf(row, 'owner'), row),
  };
}

/** Decodes the complete turn. Yields to the event loop while it decodes a long one. */
export async function decodeTurn(keys: KeyRing, { header, content }: ReadTurn): Promise<TurnRecord> {
  const isLong = isLongContent(content.body);
  const plaintext = await decryptContent(keys, content);
  const decode = decodeContent(plaintext);
  const decoded = { ...header, ...(isLong ? await runYielding(decode) : runNow(decode)) };
  freeContent(plaintext);
  return decoded;
}

/**
 * Decodes a page of the input items: it decrypts the complete content, which is authenticated as one unit, and
 * decodes no other items.
 */
export async function decodeInputItems(
  keys: KeyRing,
  { content }: ReadTurn,
  page: PageRequest,
): Promise<Page<StoredItem>> {
  const plaintext = await decryptContent(keys, content);
  const items = await inputItemsOf(plaintext, page);
  freeContent(plaintext);
  return items;
}

/** The part of a turn that chains need, of a row of `selectLinks`. */
export interface ReadLink extends Omit<ChainLink, 'decode'> {
  readonly header: Omit<ChainTurn, 'input' | 'output'>;
  /** Absent unless it was read. */
  readonly content?: StoredContent;
}

export function toReadLink(owner: string, row: Row): ReadLink {
  const previousId = row['previous_id'];
  const deletions = row['deletions'];
  return {
    previousId: typeof previousId === 'string' ? fromKeyText(previousId) : undefined,
    status: statusOf(row),
    deletions: typeof deletions === 'number' ? deletions : 0,
    bytes: numberOf(row, 'bytes'),
    header: toHeader(row),
    ...(row['content'] === null ? {} : { content: turnContent(owner, row) }),
  };
}

export function toChainLink(keys: KeyRing, { header, content, ...link }: ReadLink): ChainLink {
  return {
    ...link,
    decode: () => {
      if (content === undefined) throw new TypeError('The content of a link was not read.');
      const steps = decodeLink(keys, header, content);
      return isLongContent(content.body) ? runYielding(steps) : runNow(steps);
    },
  };
}

function* decodeLink(keys: KeyRing, header: ReadLink['header'], content: StoredContent): Steps<DecodedTurn> {
  const plaintext = yield* decryptStored(keys, content);
  const { history, size } = yield* historyIn(plaintext);
  freeContent(plaintext);
  return { turn: { ...header, ...history }, size };
}

/**
 * Finds the requested items by their expected positions: it decrypts their complete turn and decodes no other items.
 * Yields to the event loop.
 */
export async function decodeItems(
  keys: KeyRing,
  content: StoredContent,
  wanted: ReadonlyMap<number, string>,
): Promise<readonly StoredItem[]> {
  const plaintext = await decryptContent(keys, content);
  const items = await contentItemsAt(plaintext, new Set(wanted.keys()));
  freeContent(plaintext);
  return [...wanted].flatMap(([position, id]) => {
    const item = items.get(position);
    return item?.id === id ? [item] : [];
  });
}

/** The content of a row of `turn`. `owner` is as in the row. */
export function turnContent(owner: string, row: Row): StoredContent {
  return contentIn(row, contentName('turn', owner, textOf(row, 'id')));
}

async function decryptContent(keys: KeyRing, content: StoredContent): Promise<Buffer> {
  const steps = decryptStored(keys, content);
  return isLongContent(content.body) ? await runYielding(steps) : runNow(steps);
}
