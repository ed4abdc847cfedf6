import type { Clock, StoreMemory, TurnEventLog } from '@org/engine/storage';
import { toKeyText } from '../shared/key-text.js';
import { readPageReserved } from '../shared/read-reserved.js';
import { turnTopic } from '../shared/watchers.js';
import { insertEvents, notify } from './sql/event-sql.js';
import { channel, type Notifications } from './database/notifications.js';
import type { PostgresDatabase } from './database/postgres-database.js';
import { lockLease, lockOpenTurn } from './sql/open-turn.js';
import { readEvents } from './sql/read-events.js';

export function postgresEvents(
  database: PostgresDatabase,
  notifications: Notifications,
  clock: Clock,
  memory: StoreMemory,
): TurnEventLog {
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
      return readPageReserved(memory, owner, (maxBytes) =>
        readEvents(database, owner, turnId, clock.now(), after, limit, maxBytes),
      );
    },
    async watchTurn(owner, turnId, wake) {
      return notifications.watch(turnTopic(owner, turnId), wake);
    },
  };
}
