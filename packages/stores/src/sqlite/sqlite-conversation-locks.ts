import type { ConversationLockStore, LockTicket } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { toKeyText } from '../shared/key-text.js';
import { lockTopic } from '../shared/watchers.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import type { Statements } from './database/statements.js';

export function sqliteConversationLocks(connection: SqliteConnection): ConversationLockStore {
  return {
    async enqueueTicket(owner, id, leaseMs, heldTickets = []) {
      const number = await connection.write('enqueueTicket', toKeyText(owner), toKeyText(id), leaseMs, heldTickets);
      return number === undefined ? undefined : { owner, conversationId: id, number };
    },
    async readTicket(ticket) {
      return connection.read((sql) => readTicket(sql, ticket));
    },
    async renewTicket({ number }, leaseMs, heldTickets = []) {
      return connection.write('renewTicket', number, leaseMs, heldTickets);
    },
    async releaseTicket({ owner, conversationId, number }) {
      await connection.write('releaseTicket', number);
      connection.wakeWaiters(owner, conversationId);
    },
    async watchTickets(owner, id, wake) {
      return connection.watch(lockTopic(owner, id), wake);
    },
  };
}

function readTicket(sql: Statements, { number }: LockTicket): 'first' | 'waiting' | 'lost' {
  const row = sql.first(
    'SELECT min(number) AS first FROM conversation_ticket WHERE conversation_key = (SELECT conversation_key FROM conversation_ticket WHERE number = ?)',
    number,
  );
  if (typeof row?.['first'] !== 'number') return 'lost';
  return numberOf(row, 'first') === number ? 'first' : 'waiting';
}
