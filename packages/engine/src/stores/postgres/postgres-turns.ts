import type { ClientBase } from 'pg';
import type { TurnAddition, TurnRecord, TurnStore } from '../../ports/store.js';
import { isTerminal } from '../../ports/turn-status.js';
import { ChainCache } from '../chain-cache.js';
import { pageOf } from '../item-page.js';
import { toKeyText } from '../key-text.js';
import { readChain } from '../read-chain.js';
import { jobsTopic, turnTopic } from '../watchers.js';
import { addItems } from './conversation-sql.js';
import { insertEvents, notify } from './event-sql.js';
import { deleteExpiredKeys, deleteExpiredTurns } from './expiry.js';
import { readItems } from './item-reads.js';
import { channel } from './notifications.js';
import { rowsOf, type PostgresDatabase } from './postgres-database.js';
import { numberOf } from '../columns.js';
import { toUtf8 } from './rows.js';
import { fromTurnRow, insertTurn, itemValues, lockOpenTurn, replaceTurn, selectLinks, toChainLink, turnColumns, turnValues } from './turn-sql.js';

export function postgresTurns(database: PostgresDatabase): TurnStore {
  const chains = new ChainCache();
  const getTurn: TurnStore['getTurn'] = async (owner, id) => {
    const [row] = await database.query(`SELECT ${turnColumns} FROM turn WHERE owner = $1 AND id = $2`, [toKeyText(owner), toKeyText(id)]);
    return row === undefined ? undefined : fromTurnRow(row);
  };
  return {
    getTurn,

    async putTurn(turn, addition) {
      // Most turns are written once, when they have ended: one statement, one way to the database and back.
      if (addition === undefined) {
        const inserted = await database.query(insertTurn, [...turnValues(turn), ...itemValues(turn)]);
        if (inserted.length > 0) return true;
      }
      return database.transaction((client) => writeTurn(client, turn, addition ?? {}));
    },

    async getChain(owner, id) {
      return readChain(chains, owner, id, async (most) => (await database.query(selectLinks, [toKeyText(owner), toKeyText(id), most])).map(toChainLink));
    },

    async listInputItems(owner, turnId, page) {
      const turn = await getTurn(owner, turnId);
      return turn && pageOf(turn.items.filter(({ side }) => side === 'input'), page);
    },

    async deleteTurn(owner, id) {
      const rows = await database.query(
        'WITH gone AS (DELETE FROM turn WHERE owner = $1 AND id = $2 RETURNING key) SELECT key, pg_notify($3, $4) FROM gone',
        [toKeyText(owner), toKeyText(id), channel, turnTopic(owner, id)],
      );
      return rows.length > 0;
    },

    async getItems(owner, ids) {
      return ids.length === 0 ? new Map() : readItems(database, owner, ids);
    },

    async deleteExpired(now) {
      await deleteExpiredKeys(database, now);
      return deleteExpiredTurns(database, now);
    },
  };
}

async function writeTurn(client: ClientBase, turn: TurnRecord, { events = [], jobRequest, lease, conversation }: TurnAddition): Promise<boolean> {
  const owner = toKeyText(turn.owner);
  const key = await writeRow(client, turn, lease?.attempt);
  if (key === undefined) return false;
  await insertEvents(client, key, events);
  if (jobRequest !== undefined && !isTerminal(turn.status)) {
    await client.query('INSERT INTO job (turn_key, created_at, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [key, turn.createdAt, toUtf8(JSON.stringify(jobRequest))]);
    await notify(client, channel, jobsTopic);
  }
  if (conversation !== undefined) await addItems(client, owner, toKeyText(conversation.id), conversation.items);
  await notify(client, channel, turnTopic(turn.owner, turn.id));
  return true;
}

/** The key of the row, or nothing when a terminal turn stands there or the lease is lost. */
async function writeRow(client: ClientBase, turn: TurnRecord, attempt: number | undefined): Promise<number | undefined> {
  if (attempt === undefined) {
    const [inserted] = await rowsOf(client, insertTurn, [...turnValues(turn), ...itemValues(turn)]);
    if (inserted !== undefined) return numberOf(inserted, 'key');
  }
  const key = await lockOpenTurn(client, toKeyText(turn.owner), toKeyText(turn.id));
  if (key === undefined) return undefined;
  if (attempt !== undefined) {
    const held = await rowsOf(client, 'SELECT 1 FROM job WHERE turn_key = $1 AND attempt = $2 AND lease_until IS NOT NULL FOR UPDATE', [key, attempt]);
    if (held.length === 0) return undefined;
  }
  await replaceTurn(client, key, turn);
  return key;
}
