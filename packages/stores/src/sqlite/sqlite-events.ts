import type { Clock, StoreMemory, TurnEventLog } from '@org/engine/storage';
import { toKeyText } from '../shared/key-text.js';
import { readPageReserved } from '../shared/read-reserved.js';
import { turnTopic } from '../shared/watchers.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

export function sqliteEvents(connection: SqliteConnection, clock: Clock, memory: StoreMemory): TurnEventLog {
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
      return readPageReserved(memory, owner, (contentBytes) =>
        connection.readContents(contentBytes, 'readEvents', owner, turnId, clock.now(), after, limit, contentBytes),
      );
    },
    async watchTurn(owner, turnId, wake) {
      return connection.watch(turnTopic(owner, turnId), wake);
    },
  };
}
