import type { JsonObject } from '@org/engine/storage';
import { isRetained } from '../../shared/is-retained.js';
import { countEach } from '../../shared/count-each.js';
import { toItemKey, toKeyText } from '../../shared/key-text.js';
import { requireReadable } from '../../shared/require-readable.js';
import { maxBytesUnreserved, ReadReservation } from '../../shared/read-reserved.js';
import type { StoreReading } from '../../shared/store-reading.js';
import { decryptItem } from './item-cipher.js';
import { contentColumn, readContents } from './long-contents.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { numberOf } from '../../shared/column-values.js';
import { bytesOf, itemKeyOf, type Row } from './rows.js';
import { itemsOf } from './turn-sql.js';

/** The preferred location of each requested hash: an output item before an input item, then the newest. */
const selectItemRows = `
  SELECT wanted.number, place.turn_key, place.position, place.bytes
  FROM unnest($2::bytea[]) WITH ORDINALITY AS wanted (item_id, number)
  CROSS JOIN LATERAL (
    SELECT turn_key, position, octet_length(delivered) AS bytes FROM item JOIN turn ON turn.key = turn_key AND ${isRetained('$3')}
    WHERE item.owner = $1 AND item.item_id = wanted.item_id
    ORDER BY side DESC, turn_key DESC, position DESC LIMIT 1
  ) AS place`;

const selectTurns = `
  SELECT key, owner, id, content_key, octet_length(delivered) AS total, ${contentColumn('delivered', 'octet_length(delivered)', '$2')}
  FROM turn WHERE key = ANY ($1)`;

/** The contents, unless they take more than $3 bytes together. */
const findInConversations = `
  SELECT key, owner, item_id, content_key, total, ${contentColumn('content', 'total', '$3')} FROM (
    SELECT found.*, sum(octet_length(found.content)) OVER () AS total
    FROM unnest($2::bytea[]) AS wanted (item_id)
    CROSS JOIN LATERAL (
      SELECT key, owner, item_id, content, content_key FROM conversation_item
      WHERE owner = $1 AND conversation_item.item_id = wanted.item_id AND EXISTS (SELECT 1 FROM conversation WHERE key = conversation_key AND owner = $1)
      ORDER BY key DESC LIMIT 1
    ) AS found
  ) AS counted`;

/** As `getItems` of a store. */
export async function readItems(
  database: PostgresDatabase,
  owner: string,
  ids: readonly string[],
  now: number,
  reading: StoreReading,
): Promise<ReadonlyMap<string, JsonObject>> {
  const times = countEach(ids);
  const search = { database, owner, times, wanted: [...times.keys()], maxBytes: reading.maxBytes };
  const reservation = new ReadReservation(reading.memory, owner);
  const { found, bytes } = await readInTurns(search, now, reservation);
  await readInConversations(search, bytes, reservation, found);
  return found;
}

interface Search {
  readonly database: PostgresDatabase;
  readonly owner: string;
  readonly wanted: readonly string[];
  /** How often each is wanted. */
  readonly times: ReadonlyMap<string, number>;
  readonly maxBytes: number;
}

/** The items of turns, and how many bytes these turns take. A turn is read once, however many of its items are wanted. */
async function readInTurns(
  { database, owner, wanted, maxBytes }: Search,
  now: number,
  reservation: ReadReservation,
): Promise<{ readonly found: Map<string, JsonObject>; readonly bytes: number }> {
  const ownerText = toKeyText(owner);
  for (;;) {
    const itemRows = await database.query(selectItemRows, [ownerText, wanted.map(itemKeyOf), now]);
    const bytesByTurn = new Map(itemRows.map((itemRow) => [numberOf(itemRow, 'turn_key'), numberOf(itemRow, 'bytes')]));
    const bytes = [...bytesByTurn.values()].reduce((sum, more) => sum + more, 0);
    requireReadable(bytes, maxBytes);
    await reservation.growTo(bytes);
    const found = new Map<string, JsonObject>();
    if (bytesByTurn.size === 0) return { found, bytes };
    const query = { sql: selectTurns, values: [[...bytesByTurn.keys()], bytes], table: 'turn' } as const;
    const turns = await readContents(database, { ...query, columns: ['delivered'] }, bytes);
    const total = turns.reduce((sum, row) => sum + numberOf(row, 'total'), 0);
    if (total > bytes) continue; // A turn in progress was replaced by a longer one.
    const rowsByTurn = Map.groupBy(itemRows, (itemRow) => numberOf(itemRow, 'turn_key'));
    for (const row of turns) {
      const rowsOfTurn = rowsByTurn.get(numberOf(row, 'key')) ?? [];
      const positions = new Set(rowsOfTurn.map((itemRow) => numberOf(itemRow, 'position')));
      const items = await itemsOf(database.keys, ownerText, row, positions);
      for (const itemRow of rowsOfTurn) {
        const id = wanted[numberOf(itemRow, 'number') - 1];
        const item = items.get(numberOf(itemRow, 'position'));
        // A turn in progress may have been replaced since its location was read.
        if (id !== undefined && item?.id === id) found.set(id, item.value);
      }
    }
    return { found, bytes };
  }
}

/** Adds the items of conversations to those of turns, which take `bytesOfTurns`. */
async function readInConversations(
  { database, owner, wanted, times, maxBytes }: Search,
  bytesOfTurns: number,
  reservation: ReadReservation,
  found: Map<string, JsonObject>,
): Promise<void> {
  const rest = wanted.filter((id) => !found.has(id));
  if (rest.length === 0) return;
  const timesByKey = new Map(rest.map((id) => [toItemKey(id), times.get(id) ?? 1]));
  const timesOf = (row: Row): number => timesByKey.get(bytesOf(row, 'item_id').toString('latin1')) ?? 1;
  for (let contentBytes = maxBytesUnreserved; ;) {
    const values = [toKeyText(owner), rest.map(itemKeyOf), contentBytes];
    const query = { sql: findInConversations, values, table: 'conversation_item', columns: ['content'] } as const;
    const rows = await readContents(database, query, contentBytes);
    const total = rows[0] === undefined ? 0 : numberOf(rows[0], 'total');
    // An item counts as often as it is wanted.
    const expanded = rows.reduce((sum, row) => sum + numberOf(row, 'content_bytes') * timesOf(row), 0);
    requireReadable(bytesOfTurns + expanded, maxBytes);
    await reservation.growTo(bytesOfTurns + total);
    if (total > contentBytes) {
      contentBytes = total;
      continue;
    }
    for (const row of rows) {
      const { id, value } = await decryptItem(database.keys, row);
      found.set(id, value);
    }
    return;
  }
}
