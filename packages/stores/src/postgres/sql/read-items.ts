import type { JsonObject } from '@org/engine/storage';
import { isRetained } from '../../shared/is-retained.js';
import { toKeyText } from '../../shared/key-text.js';
import { requireReadable } from '../../shared/require-readable.js';
import { itemColumns, decryptItem } from './item-cipher.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { numberOf } from '../../shared/column-values.js';
import { itemKeyOf } from './rows.js';
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

/** Their contents, unless they take more than $3 bytes. */
const findInConversations = `
  SELECT owner, item_id, CASE WHEN total <= $3 THEN content END AS content, content_key, total FROM (
    SELECT found.*, sum(octet_length(found.content)) OVER () AS total
    FROM unnest($2::bytea[]) AS wanted (item_id)
    CROSS JOIN LATERAL (
      SELECT ${itemColumns} FROM conversation_item
      WHERE owner = $1 AND conversation_item.item_id = wanted.item_id AND EXISTS (SELECT 1 FROM conversation WHERE key = conversation_key AND owner = $1)
      ORDER BY key DESC LIMIT 1
    ) AS found
  ) AS counted`;

export async function readItems(
  database: PostgresDatabase,
  owner: string,
  ids: readonly string[],
  now: number,
  maxBytes: number,
): Promise<ReadonlyMap<string, JsonObject>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, JsonObject>();
  const ownerText = toKeyText(owner);

  const itemRows = await database.query(selectItemRows, [ownerText, wanted.map(itemKeyOf), now]);
  // A turn is fetched once, however many of its items are wanted.
  const bytesByTurn = new Map(itemRows.map((itemRow) => [numberOf(itemRow, 'turn_key'), numberOf(itemRow, 'bytes')]));
  const bytes = [...bytesByTurn.values()].reduce((sum, more) => sum + more, 0);
  requireReadable(bytes, maxBytes);
  const turns =
    bytesByTurn.size === 0
      ? []
      : await database.query('SELECT key, owner, id, delivered, content_key FROM turn WHERE key = ANY ($1)', [
          [...bytesByTurn.keys()],
        ]);
  const rowsByTurn = Map.groupBy(itemRows, (itemRow) => numberOf(itemRow, 'turn_key'));
  for (const row of turns) {
    const rowsOfTurn = rowsByTurn.get(numberOf(row, 'key')) ?? [];
    const items = await itemsOf(
      database.keys,
      ownerText,
      row,
      new Set(rowsOfTurn.map((itemRow) => numberOf(itemRow, 'position'))),
    );
    for (const itemRow of rowsOfTurn) {
      const id = wanted[numberOf(itemRow, 'number') - 1];
      const item = items.get(numberOf(itemRow, 'position'));
      // A turn in progress may have been replaced since its location was read.
      if (id !== undefined && item?.id === id) found.set(id, item.value);
    }
  }

  const rest = wanted.filter((id) => !found.has(id));
  const inConversations =
    rest.length === 0
      ? []
      : await database.query(findInConversations, [ownerText, rest.map(itemKeyOf), maxBytes - bytes]);
  if (inConversations[0] !== undefined) requireReadable(bytes + numberOf(inConversations[0], 'total'), maxBytes);
  for (const row of inConversations) {
    const { id, value } = decryptItem(database.keys, row);
    found.set(id, value);
  }
  return found;
}
