import { fullPageBytes, type TurnEvent, type TurnEventPage, type TurnStatus } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { contentName, decryptContent } from '../shared/content-cipher.js';
import { isRetained } from '../shared/is-retained.js';
import { toKeyText } from '../shared/key-text.js';
import { type Measured, nothingFound } from '../shared/read-reserved.js';
import { contentKeyOf } from './database/content-keys.js';
import { bytesOf, type Statements } from './database/statements.js';

/** The events after a number, if their page takes at most `maxBytes`. A reader thread decrypts them, too. */
export function readEvents(
  sql: Statements,
  owner: string,
  turnId: string,
  now: number,
  after: number,
  limit: number,
  maxBytes: number,
): Measured<TurnEventPage> {
  const [ownerText, id] = [toKeyText(owner), toKeyText(turnId)];
  const turn = sql.first(
    `SELECT turn.key AS turn_key, status, content_key.key FROM turn JOIN content_key USING (slot)
     WHERE owner = ?1 AND id = ?2 AND ${isRetained('?3')}`,
    ownerText,
    id,
    now,
  );
  if (turn === undefined) return nothingFound;
  const status = textOf(turn, 'status') as TurnStatus; // The writer stores only values of this type.
  const rows = sql.each(
    `SELECT seq, length(data) AS bytes, CASE WHEN length(data) <= ?4 THEN data END AS data
     FROM turn_event WHERE turn_key = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3`,
    numberOf(turn, 'turn_key'),
    after,
    limit,
    maxBytes,
  );
  const key = contentKeyOf(sql, turn);
  const events: TurnEvent[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += numberOf(row, 'bytes');
    if (bytes <= maxBytes) {
      const seq = numberOf(row, 'seq');
      events.push({ seq, data: decryptContent(key, contentName('event', ownerText, id, seq), bytesOf(row, 'data')) });
    }
    if (bytes >= fullPageBytes) break;
  }
  if (bytes > maxBytes) return { bytes, value: undefined };
  return { bytes, value: { status, events, ...(bytes >= fullPageBytes ? { more: true } : {}) } };
}
