import type { ConversationLine, LinePlace } from '../../ports/conversation-store.js';
import { numberOf } from '../columns.js';
import { toKeyText } from '../key-text.js';
import { lineTopic } from '../watchers.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import type { Statements } from './database/statements.js';

export function sqliteConversationLine(connection: SqliteConnection): ConversationLine {
  return {
    async joinLine(owner, id, leaseMs, heldTickets = []) {
      const number = await connection.write('joinLine', toKeyText(owner), toKeyText(id), leaseMs, heldTickets);
      return number === undefined ? undefined : { owner, conversationId: id, number };
    },
    async readPlace(place) {
      return connection.read((sql) => readPlace(sql, place));
    },
    async renewPlace({ number }, leaseMs, heldTickets = []) {
      return connection.write('renewPlace', number, leaseMs, heldTickets);
    },
    async leaveLine({ owner, conversationId, number }) {
      await connection.write('leaveLine', number);
      connection.wakeLine(owner, conversationId);
    },
    async watchLine(owner, id, wake) {
      return connection.watch(lineTopic(owner, id), wake);
    },
  };
}

function readPlace(sql: Statements, { number }: LinePlace): 'first' | 'waiting' | 'lost' {
  const row = sql.first(
    'SELECT min(number) AS first FROM conversation_place WHERE conversation_key = (SELECT conversation_key FROM conversation_place WHERE number = ?)',
    number,
  );
  if (typeof row?.['first'] !== 'number') return 'lost';
  return numberOf(row, 'first') === number ? 'first' : 'waiting';
}
