import { mapWithRests } from '../../flow/map-with-rests.js';
import type { DialectId } from '../../model/extensions.js';
import type { ChainTurn, StoredItem, TurnRecord, TurnStatus } from '../../ports/store.js';
import { isTerminal } from '../../ports/turn-status.js';
import { fromKeyText, toKeyText, toOwnedItemKey } from '../key-text.js';
import { decodeContent, encodeContent, encodeContentWithRests, historyIn } from '../turn-content.js';
import type { ChainLink } from '../read-chain.js';
import { contentName, unlockParts } from '../content-lock.js';
import { contentKeyOf } from './database/content-keys.js';
import { numberOf, textOf } from '../columns.js';
import { bytesOf, type Row, type Statements } from './database/statements.js';

/** A turn on its way to the writer: plain values that cross to another thread cheaply. */
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
  readonly content: string;
  /**
   * The lookup keys of the items in their order, a JSON array. Before each key stands its side, 1 for output, so that the
   * larger one wins a lookup.
   */
  readonly items: string;
}

type EncodedTurn = Pick<TurnRow, 'content' | 'items'>;

export function toTurnRow(turn: TurnRecord): TurnRow {
  return rowOf(turn, { content: encodeContent(turn), items: JSON.stringify(turn.items.map(lookupOf(turn))) });
}

/** As {@link toTurnRow}, for a long turn: others have their turn meanwhile. */
export async function toTurnRowWithRests(turn: TurnRecord): Promise<TurnRow> {
  return rowOf(turn, { content: await encodeContentWithRests(turn), items: JSON.stringify(await mapWithRests(turn.items, lookupOf(turn))) });
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

/** The turn of a row that has the envelope of its content key as `key`. */
export function fromTurnRow(sql: Statements, row: Row): TurnRecord {
  const content = readContent(sql, textOf(row, 'owner'), row);
  const expiresAt = row['expires_at'];
  return {
    ...toHeader(row),
    owner: fromKeyText(textOf(row, 'owner')),
    createdAt: numberOf(row, 'created_at'),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    ...decodeContent(content),
  };
}

/** The part of a turn that chains need, of a row of `selectLinks`. */
export function toChainLink(sql: Statements, owner: string, row: Row): ChainLink {
  const previousId = row['previous_id'];
  const deletions = row['deletions'];
  return {
    previousId: typeof previousId === 'string' ? fromKeyText(previousId) : undefined,
    status: statusOf(row),
    deletions: typeof deletions === 'number' ? deletions : 0,
    bytes: numberOf(row, 'bytes'),
    decode: () => {
      const { history, size } = historyIn(readContent(sql, owner, row));
      return { turn: { ...toHeader(row), ...history }, size };
    },
  };
}

function toHeader(row: Row): Omit<ChainTurn, 'input' | 'output'> {
  const previousId = row['previous_id'];
  return {
    id: fromKeyText(textOf(row, 'id')),
    dialect: textOf(row, 'dialect') as DialectId, // The writer only ever stores values of this type.
    status: statusOf(row),
    ...(typeof previousId === 'string' ? { previousId: fromKeyText(previousId) } : {}),
    model: fromKeyText(textOf(row, 'model')),
  };
}

function statusOf(row: Row): TurnStatus {
  return textOf(row, 'status') as TurnStatus; // As with the dialect.
}

/** What was on the wire, of a row that has the envelope of its content key as `key`. */
export function readDelivered(sql: Statements, row: Row): Pick<TurnRecord, 'items' | 'wire'> {
  const { items, wire } = decodeContent(readContent(sql, textOf(row, 'owner'), row));
  return { items, wire };
}

/** `owner` as it stands in the row. */
function readContent(sql: Statements, owner: string, row: Row): Buffer {
  return unlockParts(contentKeyOf(sql, row), contentName('turn', owner, textOf(row, 'id')), bytesOf(row, 'seal'), bytesOf(row, 'content'));
}
