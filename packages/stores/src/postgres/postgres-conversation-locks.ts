import type { ClientBase } from 'pg';
import { type ConversationLockStore, EngineError, type LockTicket } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { toKeyText } from '../shared/key-text.js';
import { databaseNow } from './database/database-clock.js';
import { lockTopic } from '../shared/watchers.js';
import { channel, type Notifications } from './database/notifications.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';

/**
 * The expired tickets of the queue `sourceCte`. The statement skips locked rows: their holder is about to renew or
 * remove them.
 */
const selectExpired = (sourceCte: string, condition: string): string => `
  SELECT ticket.number FROM conversation_ticket AS ticket JOIN ${sourceCte} ON ticket.conversation_key = ${sourceCte}.key
  WHERE ticket.held_until <= ${databaseNow} AND ${condition} FOR UPDATE OF ticket SKIP LOCKED`;

/** Assigns the number while it holds the conversation, so that numbers become visible in order. */
const join = `
  WITH locked AS MATERIALIZED (SELECT key FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE), renewed AS (
    UPDATE conversation_ticket SET held_until = ${databaseNow} + $3 WHERE number IN (${selectExpired('locked', 'ticket.number = ANY($4)')})
  ), expired AS (
    DELETE FROM conversation_ticket WHERE number IN (${selectExpired('locked', 'ticket.number <> ALL($4)')})
  )
  INSERT INTO conversation_ticket (conversation_key, held_until) SELECT key, ${databaseNow} + $3 FROM locked RETURNING number`;

const renew = `
  WITH own AS (UPDATE conversation_ticket SET held_until = ${databaseNow} + $2 WHERE number = $1 RETURNING conversation_key AS key), renewed AS (
    UPDATE conversation_ticket SET held_until = ${databaseNow} + $2 WHERE number IN (${selectExpired('own', 'ticket.number <> $1 AND ticket.number = ANY($3)')})
  ), expired AS (
    DELETE FROM conversation_ticket WHERE number IN (${selectExpired('own', 'ticket.number < $1 AND ticket.number <> ALL($3)')})
  )
  SELECT 1 FROM own`;

const release = `
  WITH released AS (DELETE FROM conversation_ticket WHERE number = $1 RETURNING 1) SELECT pg_notify($2, $3) FROM released`;

export function postgresConversationLocks(
  database: PostgresDatabase,
  notifications: Notifications,
): ConversationLockStore {
  return {
    async enqueueTicket(owner, id, leaseMs, heldTickets = []) {
      const [row] = await database.query(join, [toKeyText(owner), toKeyText(id), leaseMs, heldTickets]);
      return row && { owner, conversationId: id, number: numberOf(row, 'number') };
    },
    async readTicket({ number }) {
      const [row] = await database.query(
        `SELECT min(number) AS first FROM conversation_ticket
         WHERE conversation_key = (SELECT conversation_key FROM conversation_ticket WHERE number = $1)`,
        [number],
      );
      if (typeof row?.['first'] !== 'number') return 'lost';
      return row['first'] === number ? 'first' : 'waiting';
    },
    async renewTicket({ number }, leaseMs, heldTickets = []) {
      return (await database.query(renew, [number, leaseMs, heldTickets])).length > 0;
    },
    async releaseTicket(ticket) {
      await database.query(release, [ticket.number, channel, topicOf(ticket)]);
    },
    async watchTickets(owner, id, wake) {
      return notifications.watch(lockTopic(owner, id), wake);
    },
  };
}

/**
 * Releases the ticket in the caller's transaction. Throws `conflict` when the ticket is lost and its conversation
 * still exists. Locks the conversation first, as a deletion does, so that the two cannot deadlock.
 */
export async function releaseTicketIn(client: ClientBase, ticket: LockTicket): Promise<void> {
  const { owner, conversationId, number } = ticket;
  const conversationRows = await rowsOf(client, 'SELECT 1 FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE', [
    toKeyText(owner),
    toKeyText(conversationId),
  ]);
  if (conversationRows.length === 0) return;
  const released = await rowsOf(client, release, [number, channel, topicOf(ticket)]);
  if (released.length === 0)
    throw new EngineError('conflict', 'The request has lost its conversation lock.', { param: 'conversation' });
}

function topicOf({ owner, conversationId }: LockTicket): string {
  return lockTopic(owner, conversationId);
}
