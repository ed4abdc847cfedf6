import type { TurnEvent, TurnEventLog } from '../../ports/turn-event-log.js';
import type { TurnStatus } from '../../ports/turn-status.js';
import { toKeyText } from '../key-text.js';
import { turnTopic } from '../watchers.js';
import { insertEvents, notify } from './event-sql.js';
import { channel, type Notifications } from './notifications.js';
import type { PostgresDatabase } from './postgres-database.js';
import { numberOf, textOf } from '../columns.js';
import { utf8Of } from './rows.js';
import { lockOpenTurn } from './turn-sql.js';

export function postgresEvents(database: PostgresDatabase, notifications: Notifications): TurnEventLog {
  return {
    async appendEvents(owner, turnId, events) {
      return database.transaction(async (client) => {
        const key = await lockOpenTurn(client, toKeyText(owner), toKeyText(turnId));
        if (key === undefined) return false;
        await insertEvents(client, key, events);
        await notify(client, channel, turnTopic(owner, turnId));
        return true;
      });
    },
    async readEvents(owner, turnId, after, limit) {
      const rows = await database.query(
        `SELECT turn.status, event.seq, event.data
         FROM turn LEFT JOIN LATERAL (
           SELECT seq, data FROM turn_event WHERE turn_key = turn.key AND seq > $3 ORDER BY seq LIMIT $4
         ) AS event ON true
         WHERE owner = $1 AND id = $2 ORDER BY event.seq`,
        [toKeyText(owner), toKeyText(turnId), after, limit],
      );
      const turn = rows[0];
      if (turn === undefined) return undefined;
      const events: readonly TurnEvent[] = rows.flatMap((row) => (row['seq'] === null ? [] : [{ seq: numberOf(row, 'seq'), data: utf8Of(row, 'data') }]));
      return { status: textOf(turn, 'status') as TurnStatus, events }; // Only values of this type are ever stored.
    },
    async watchTurn(owner, turnId, wake) {
      return notifications.watch(turnTopic(owner, turnId), wake);
    },
  };
}
