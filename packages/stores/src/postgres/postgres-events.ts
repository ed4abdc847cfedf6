import { type Clock, fullPageBytes, type TurnEvent, type TurnEventLog, type TurnStatus } from '@org/engine/storage';
import { contentName } from '../shared/content-cipher.js';
import { isRetained } from '../shared/is-retained.js';
import { toKeyText } from '../shared/key-text.js';
import { turnTopic } from '../shared/watchers.js';
import { insertEvents, notify } from './sql/event-sql.js';
import { channel, type Notifications } from './database/notifications.js';
import type { PostgresDatabase } from './database/postgres-database.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { lockLease, lockOpenTurn } from './sql/open-turn.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf } from './sql/rows.js';

export function postgresEvents(database: PostgresDatabase, notifications: Notifications, clock: Clock): TurnEventLog {
  return {
    async appendEvents(owner, turnId, events, lease) {
      return database.transaction(async (client) => {
        const turn = await lockOpenTurn(client, database.keys, toKeyText(owner), toKeyText(turnId));
        if (turn === undefined || (lease !== undefined && !(await lockLease(client, turn, lease.attempt))))
          return false;
        await insertEvents(client, turn, events);
        await notify(client, channel, turnTopic(owner, turnId));
        return true;
      });
    },
    async readEvents(owner, turnId, after, limit) {
      const [ownerText, id] = [toKeyText(owner), toKeyText(turnId)];
      const rows = await database.query(
        `SELECT turn.status, turn.content_key, event.seq, event.data
         FROM turn LEFT JOIN LATERAL (
           SELECT seq, data FROM (
             SELECT seq, data, sum(octet_length(data)) OVER (ORDER BY seq) - octet_length(data) AS before
             FROM turn_event WHERE turn_key = turn.key AND seq > $4 ORDER BY seq LIMIT $5
           ) AS numbered WHERE before < $6
         ) AS event ON true
         WHERE owner = $1 AND id = $2 AND ${isRetained('$3')} ORDER BY event.seq`,
        [ownerText, id, clock.now(), after, limit, fullPageBytes],
      );
      const turn = rows[0];
      if (turn === undefined) return undefined;
      const cipher = RowCipher.of(database.keys, turn);
      let size = 0;
      const events = rows
        .filter((row) => row['seq'] !== null)
        .map((row): TurnEvent => {
          const seq = numberOf(row, 'seq');
          const bytes = bytesOf(row, 'data');
          size += bytes.length;
          return { seq, data: cipher.decrypt(contentName('event', ownerText, id, seq), bytes) };
        });
      const status = textOf(turn, 'status') as TurnStatus; // Only values of this type are stored.
      return size < fullPageBytes ? { status, events } : { status, events, more: true };
    },
    async watchTurn(owner, turnId, wake) {
      return notifications.watch(turnTopic(owner, turnId), wake);
    },
  };
}
