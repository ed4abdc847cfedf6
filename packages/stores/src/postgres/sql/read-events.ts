import {
  fullPageBytes,
  runInSlices,
  type Steps,
  type TurnEvent,
  type TurnEventPage,
  type TurnStatus,
} from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import { freeContent } from '../../shared/free-content.js';
import { isRetained } from '../../shared/is-retained.js';
import { toKeyText } from '../../shared/key-text.js';
import { type Measured, nothingFound } from '../../shared/read-reserved.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, type Row } from './rows.js';

/** The events of a page: their sizes, and the first ones as long as they take at most $7 bytes. */
const selectEvents = `
  SELECT turn.status, turn.content_key, event.seq, event.bytes, event.data
  FROM turn LEFT JOIN LATERAL (
    SELECT seq, bytes, CASE WHEN through <= $7 THEN data END AS data FROM (
      SELECT seq, data, octet_length(data) AS bytes, sum(octet_length(data)) OVER (ORDER BY seq) AS through
      FROM turn_event WHERE turn_key = turn.key AND seq > $4 ORDER BY seq LIMIT $5
    ) AS numbered WHERE through - bytes < $6
  ) AS event ON true
  WHERE owner = $1 AND id = $2 AND ${isRetained('$3')} ORDER BY event.seq`;

/** The events after a number, if their page takes at most `maxBytes`. */
export async function readEvents(
  database: PostgresDatabase,
  owner: string,
  turnId: string,
  now: number,
  after: number,
  limit: number,
  maxBytes: number,
): Promise<Measured<TurnEventPage>> {
  const [ownerText, id] = [toKeyText(owner), toKeyText(turnId)];
  const values = [ownerText, id, now, after, limit, fullPageBytes, maxBytes];
  const rows = await database.query(selectEvents, values);
  const turn = rows[0];
  if (turn === undefined) return nothingFound;
  const eventRows = rows.filter((row) => row['seq'] !== null);
  const bytes = eventRows.reduce((sum, row) => sum + numberOf(row, 'bytes'), 0);
  if (bytes > maxBytes) return { bytes, value: undefined };
  const cipher = RowCipher.of(database.keys, turn);
  const events = await runInSlices(decryptEvents(cipher, ownerText, id, eventRows));
  const status = textOf(turn, 'status') as TurnStatus; // Only values of this type are stored.
  return { bytes, value: { status, events, ...(bytes < fullPageBytes ? {} : { more: true }) } };
}

function* decryptEvents(
  cipher: RowCipher,
  owner: string,
  id: string,
  rows: readonly Row[],
): Steps<readonly TurnEvent[]> {
  const events: TurnEvent[] = [];
  for (const row of rows) {
    const seq = numberOf(row, 'seq');
    const data = yield* cipher.decryptInSteps(contentName('event', owner, id, seq), bytesOf(row, 'data'));
    events.push({ seq, data: data.toString('utf8') });
    freeContent(data);
    yield;
  }
  return events;
}
