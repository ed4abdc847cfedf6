import type { ClientBase } from 'pg';
import {
  type ChainTurn,
  isTerminal,
  mapInSteps,
  type Page,
  type PageRequest,
  recordBytes,
  runInSlices,
  runNow,
  runYielding,
  type Steps,
  type StoredItem,
  type TurnRecord,
} from '@org/engine/storage';
import { freeContent } from '../../shared/free-content.js';
import { isLongContent } from '../../shared/parse-in-steps.js';
import { contentName } from '../../shared/content-cipher.js';
import { isRetained } from '../../shared/is-retained.js';
import { fromKeyText, toKeyText } from '../../shared/key-text.js';
import type { KeyRing } from '../../shared/key-ring.js';
import {
  decodeDelivered,
  decodeHistory,
  deliveredInputItems,
  deliveredItemsAt,
  encodeDelivered,
  encodeHistory,
} from '../../shared/turn-content.js';
import type { ChainLink, LinkBounds } from '../../shared/read-chain.js';
import { type Measured, nothingFound } from '../../shared/read-reserved.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { contentColumn, readContents } from './long-contents.js';
import type { LockedTurn } from './open-turn.js';
import { numberOf, textOf } from '../../shared/column-values.js';
import { statusOf, toHeader } from '../../shared/to-turn-header.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, itemKeyOf, type Row } from './rows.js';

const headerColumns = 'owner, id, dialect, previous_id, model, status, created_at, expires_at';
/** The columns of {@link turnValues}. */
const turnColumns = `${headerColumns}, history, delivered, content_key`;

/** Inserts a turn with its items unless its id exists. Returns one row with its key when it did. */
export const insertTurn = `
  WITH written AS (
    INSERT INTO turn (${turnColumns}, dependent_bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${recordBytes} * cardinality($12::bytea[]))
    ON CONFLICT (owner, id) DO NOTHING RETURNING key
  ), new_items AS (
    INSERT INTO item (owner, item_id, side, turn_key, position)
    SELECT $1, new.item_id, new.side, written.key, new.position - 1
    FROM written, unnest($12::bytea[], $13::smallint[]) WITH ORDINALITY AS new (item_id, side, position)
  )
  SELECT key FROM written`;

const updateTurn = `
  UPDATE turn SET dialect = $3, previous_id = $4, model = $5, status = $6, created_at = $7, expires_at = $8, history = $9, delivered = $10, content_key = $11,
    dependent_bytes = dependent_bytes + ${recordBytes} * ($12::integer - (SELECT count(*) FROM item WHERE turn_key = key))
  WHERE owner = $1 AND id = $2`;

const insertItems = `
  INSERT INTO item (owner, item_id, side, turn_key, position)
  SELECT $1, new.item_id, new.side, $2, new.position - 1
  FROM unnest($3::bytea[], $4::smallint[]) WITH ORDINALITY AS new (item_id, side, position)`;

/**
 * A turn that is retained at time $3 and its predecessors in one snapshot, newest first, at most $4 of them, up to the
 * one that exceeds $5 bytes; their histories, unless they exceed $6 bytes.
 */
const selectLinks = `
  WITH RECURSIVE chain AS (
    SELECT key, previous_id, 0 AS depth, octet_length(history)::bigint AS bytes FROM turn WHERE owner = $1 AND id = $2 AND ${isRetained('$3')}
    UNION ALL
    SELECT turn.key, turn.previous_id, depth + 1, bytes + octet_length(turn.history) FROM chain
      JOIN turn ON turn.owner = $1 AND turn.id = chain.previous_id WHERE depth + 1 < $4 AND bytes <= $5
  )
  SELECT (SELECT count FROM turn_deletion WHERE owner = $1) AS deletions, bytes, longest.total, key, turn.id, turn.dialect, turn.previous_id, turn.model, turn.status,
    ${contentColumn('history', 'longest.total', '$6')}, turn.content_key
  FROM chain JOIN turn USING (key) CROSS JOIN (SELECT max(bytes) AS total FROM chain) AS longest ORDER BY depth`;

/** The turn and its predecessors, newest first. */
export async function readLinks(
  database: PostgresDatabase,
  owner: string,
  id: string,
  now: number,
  maxBytes: number,
  { links, contentBytes }: LinkBounds,
): Promise<readonly ChainLink[]> {
  const values = [toKeyText(owner), toKeyText(id), now, links, maxBytes, contentBytes];
  const query = { sql: selectLinks, values, table: 'turn', columns: ['history'] } as const;
  return (await readContents(database, query, contentBytes)).map((row) =>
    toChainLink(database.keys, toKeyText(owner), row),
  );
}

/** The columns of a turn that hold contents. */
export type TurnContent = 'history' | 'delivered';

/** The row of a turn with these contents, if they take at most `maxBytes`. */
export async function readTurnRow(
  database: PostgresDatabase,
  columns: readonly TurnContent[],
  owner: string,
  id: string,
  now: number,
  maxBytes: number,
): Promise<Measured<Row>> {
  const total = columns.map((column) => `octet_length(${column})`).join(' + ');
  const contents = columns.map((column) => contentColumn(column, total, '$4')).join(', ');
  const sql = `SELECT key, ${headerColumns}, content_key, ${total} AS total, ${contents}
    FROM turn WHERE owner = $1 AND id = $2 AND ${isRetained('$3')}`;
  const values = [toKeyText(owner), toKeyText(id), now, maxBytes];
  const [row] = await readContents(database, { sql, values, table: 'turn', columns }, maxBytes);
  return row === undefined ? nothingFound : { bytes: numberOf(row, 'total'), value: row };
}

/** A turn with its contents in UTF-8. */
export interface EncodedTurn {
  readonly turn: TurnRecord;
  readonly history: Buffer;
  readonly delivered: Buffer;
  /** Hashes of the items. */
  readonly itemKeys: readonly Buffer[];
}

/** Encodes a turn. It yields to the event loop while it encodes a long one. */
export async function encodeTurn(turn: TurnRecord): Promise<EncodedTurn> {
  return await runInSlices(encode(turn));
}

function* encode(turn: TurnRecord): Steps<EncodedTurn> {
  return {
    turn,
    history: yield* encodeHistory(turn),
    delivered: yield* encodeDelivered(turn),
    itemKeys: yield* mapInSteps(turn.items, ({ id }: StoredItem) => itemKeyOf(id)),
  };
}

/** The values of `turnColumns`, in that order. */
export function turnValues({ turn, history, delivered }: EncodedTurn, cipher: RowCipher): readonly unknown[] {
  const [owner, id] = [toKeyText(turn.owner), toKeyText(turn.id)];
  return [
    owner,
    id,
    turn.dialect,
    turn.previousId === undefined ? null : toKeyText(turn.previousId),
    toKeyText(turn.model),
    turn.status,
    turn.createdAt,
    turn.expiresAt ?? null,
    cipher.encrypt(contentName('history', owner, id), history),
    cipher.encrypt(contentName('delivered', owner, id), delivered),
    cipher.envelope,
  ];
}

/** Hashes and sides of the items, as two arrays of equal length. */
export function itemValues({ turn, itemKeys }: EncodedTurn): readonly [readonly Buffer[], readonly number[]] {
  return [itemKeys, turn.items.map(({ side }) => (side === 'output' ? 1 : 0))];
}

export async function replaceTurn(
  client: ClientBase,
  { turnKey, cipher }: LockedTurn,
  turn: EncodedTurn,
): Promise<void> {
  const values = turnValues(turn, cipher);
  await client.query(updateTurn, [...values, turn.itemKeys.length]); // It also counts the items that are still there.
  await client.query('DELETE FROM item WHERE turn_key = $1', [turnKey]);
  await client.query(insertItems, [values[0], turnKey, ...itemValues(turn)]);
  if (isTerminal(turn.turn.status)) await client.query('DELETE FROM job WHERE turn_key = $1', [turnKey]);
}

/** Yields to the event loop while it decodes a long turn. */
export async function fromTurnRow(keys: KeyRing, row: Row): Promise<TurnRecord> {
  const expiresAt = row['expires_at'];
  const owner = textOf(row, 'owner');
  const [history, delivered] = [
    await decrypted(keys, 'history', owner, row),
    await decrypted(keys, 'delivered', owner, row),
  ];
  const turn = {
    ...toHeader(row),
    owner: fromKeyText(owner),
    createdAt: numberOf(row, 'created_at'),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    ...(await historyOf(history)),
    ...(await runAsLong(delivered, decodeDelivered(delivered))),
  };
  for (const content of [history, delivered]) freeContent(content);
  return turn;
}

/** Decodes a page of a turn's input items from a row with the delivered JSON, and no other items. */
export async function inputItemsOf(keys: KeyRing, row: Row, page: PageRequest): Promise<Page<StoredItem>> {
  const delivered = await decrypted(keys, 'delivered', textOf(row, 'owner'), row);
  const items = await deliveredInputItems(delivered, page);
  freeContent(delivered);
  return items;
}

function decrypted(keys: KeyRing, column: TurnContent, owner: string, row: Row): Promise<Buffer> {
  const bytes = bytesOf(row, column);
  return runAsLong(bytes, RowCipher.of(keys, row).decryptInSteps(contentName(column, owner, textOf(row, 'id')), bytes));
}

/** Yields to the event loop between the steps where `content` is long. */
async function runAsLong<Result>(content: Buffer, steps: Steps<Result>): Promise<Result> {
  return isLongContent(content) ? await runYielding(steps) : runNow(steps);
}

/** Decodes the items at these positions from a row with the delivered JSON, and no others. `owner` is as in the row. */
export async function itemsOf(
  keys: KeyRing,
  owner: string,
  row: Row,
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, StoredItem>> {
  const delivered = await decrypted(keys, 'delivered', owner, row);
  const items = await deliveredItemsAt(delivered, positions);
  freeContent(delivered);
  return items;
}

/** The part of a turn that chains need, of a row of {@link selectLinks}. */
function toChainLink(keys: KeyRing, owner: string, row: Row): ChainLink {
  const previousId = row['previous_id'];
  const deletions = row['deletions'];
  return {
    previousId: typeof previousId === 'string' ? fromKeyText(previousId) : undefined,
    status: statusOf(row),
    deletions: typeof deletions === 'number' ? deletions : 0,
    bytes: numberOf(row, 'bytes'),
    decode: async () => {
      const history = await decrypted(keys, 'history', owner, row);
      const size = history.length;
      const turn = { ...toHeader(row), ...(await historyOf(history)) };
      freeContent(history);
      return { turn, size };
    },
  };
}

function historyOf(history: Buffer): Promise<Pick<ChainTurn, 'input' | 'output'>> {
  return runAsLong(history, decodeHistory(history));
}
