import {
  type Clock,
  fullPageBytes,
  type TurnEvent,
  type TurnEventLog,
  type TurnEventPage,
  type TurnStatus,
} from '@org/engine/storage';
import { isRetained } from '../shared/is-retained.js';
import { toKeyText } from '../shared/key-text.js';
import { contentName, decryptContent } from '../shared/content-cipher.js';
import { turnTopic } from '../shared/watchers.js';
import { contentKeyOf } from './database/content-keys.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { bytesOf, type Statements } from './database/statements.js';

export function sqliteEvents(connection: SqliteConnection, clock: Clock): TurnEventLog {
  return {
    async appendEvents(owner, turnId, events, lease) {
      const added = await connection.write(
        'appendEvents',
        toKeyText(owner),
        toKeyText(turnId),
        events,
        lease?.attempt ?? null,
      );
      if (added) connection.wakeTurn(owner, turnId);
      return added;
    },
    async readEvents(owner, turnId, after, limit) {
      return connection.read((sql) => readEvents(sql, clock.now(), owner, turnId, after, limit));
    },
    async watchTurn(owner, turnId, wake) {
      return connection.watch(turnTopic(owner, turnId), wake);
    },
  };
}

function readEvents(
  sql: Statements,
  now: number,
  owner: string,
  turnId: string,
  after: number,
  limit: number,
): TurnEventPage | undefined {
  const [ownerText, id] = [toKeyText(owner), toKeyText(turnId)];
  const turn = sql.first(
    `SELECT turn.key AS turn_key, status, content_key.key FROM turn JOIN content_key USING (slot)
     WHERE owner = ?1 AND id = ?2 AND ${isRetained('?3')}`,
    ownerText,
    id,
    now,
  );
  if (turn === undefined) return undefined;
  const key = contentKeyOf(sql, turn);
  const status = textOf(turn, 'status') as TurnStatus; // The writer stores only values of this type.
  const rows = sql.each(
    'SELECT seq, data FROM turn_event WHERE turn_key = ? AND seq > ? ORDER BY seq LIMIT ?',
    numberOf(turn, 'turn_key'),
    after,
    limit,
  );
  const events: TurnEvent[] = [];
  let size = 0;
  for (const row of rows) {
    const seq = numberOf(row, 'seq');
    const bytes = bytesOf(row, 'data');
    events.push({ seq, data: decryptContent(key, contentName('event', ownerText, id, seq), bytes) });
    size += bytes.length;
    if (size >= fullPageBytes) return { status, events, more: true };
  }
  return { status, events };
}
