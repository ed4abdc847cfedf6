import type { Clock } from '../../ports/clock.js';
import type { TurnEventLog, TurnEventPage } from '../../ports/turn-event-log.js';
import type { TurnStatus } from '../../ports/turn-status.js';
import { isKept } from '../kept-turns.js';
import { toKeyText } from '../key-text.js';
import { contentName, unlockContent } from '../content-lock.js';
import { turnTopic } from '../watchers.js';
import { contentKeyOf } from './database/content-keys.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { numberOf, textOf } from '../columns.js';
import { bytesOf, type Statements } from './database/statements.js';

export function sqliteEvents(connection: SqliteConnection, clock: Clock): TurnEventLog {
  return {
    async appendEvents(owner, turnId, events, lease) {
      const added = await connection.write('appendEvents', toKeyText(owner), toKeyText(turnId), events, lease?.attempt ?? null);
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

function readEvents(sql: Statements, now: number, owner: string, turnId: string, after: number, limit: number): TurnEventPage | undefined {
  const [ownerText, id] = [toKeyText(owner), toKeyText(turnId)];
  const turn = sql.first(
    `SELECT turn.key AS turn_key, status, content_key.key FROM turn JOIN content_key USING (slot)
     WHERE owner = ?1 AND id = ?2 AND ${isKept('?3')}`,
    ownerText, id, now,
  );
  if (turn === undefined) return undefined;
  const key = contentKeyOf(sql, turn);
  const rows = sql.all('SELECT seq, data FROM turn_event WHERE turn_key = ? AND seq > ? ORDER BY seq LIMIT ?', numberOf(turn, 'turn_key'), after, limit);
  return {
    status: textOf(turn, 'status') as TurnStatus, // The writer only ever stores values of this type.
    events: Array.from(rows, (row) => {
      const seq = numberOf(row, 'seq');
      return { seq, data: unlockContent(key, contentName('event', ownerText, id, seq), bytesOf(row, 'data')) };
    }),
  };
}
