import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import {
  type Clock,
  isSameTurn,
  isTerminal,
  type StoreMemory,
  type TurnAddition,
  type TurnRecord,
  type TurnStore,
} from '@org/engine/storage';
import { ChainCache } from '../shared/chain-cache.js';
import { whileCounted } from '../shared/own-contents.js';
import { addsNothing } from '../shared/adds-nothing.js';
import type { KeyRing } from '../shared/key-ring.js';
import { toKeyText } from '../shared/key-text.js';
import { missingLink, readChain, type ReadLinks } from '../shared/read-chain.js';
import { readReserved } from '../shared/read-reserved.js';
import type { StoreReading } from '../shared/store-reading.js';
import { jobsTopic, turnTopic } from '../shared/watchers.js';
import { addItems, lockConversation } from './sql/conversation-sql.js';
import { insertEvents, notify } from './sql/event-sql.js';
import { insertJob, lockJobBefore } from './sql/job-sql.js';
import { deleteExpiredFiles } from './sql/file-deletion.js';
import { deleteExpiredVectorStores } from './vector-stores/vector-store-deletion.js';
import { deleteExpiredGaps, deleteExpiredKeys, deleteExpiredTurns } from './sql/expiry.js';
import { readItems } from './sql/read-items.js';
import { channel } from './database/notifications.js';
import { releaseTicketIn } from './postgres-conversation-locks.js';
import { persistResponse } from './postgres-idempotency.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { isOutcomeUnknown, toStoreError } from './database/postgres-failure.js';
import { numberOf } from '../shared/column-values.js';
import { lockLease, lockOpenTurn, type LockedTurn } from './sql/open-turn.js';
import { limitStoredBytes } from './sql/quota.js';
import { RowCipher } from './sql/row-cipher.js';
import type { Row } from './sql/rows.js';
import { deleteTurn } from './sql/turn-deletion.js';
import {
  encodeTurn,
  fromTurnRow,
  inputItemsOf,
  insertTurn,
  itemValues,
  replaceTurn,
  readLinks,
  readTurnRow,
  turnValues,
  type EncodedTurn,
  type TurnContent,
} from './sql/turn-sql.js';

/** Maximum duration of the lookup of a turn whose write has an unknown outcome, in milliseconds. */
const maxLookupMs = 5_000;

export function postgresTurns(database: PostgresDatabase, clock: Clock, reading: StoreReading): TurnStore {
  const { maxBytes, memory } = reading;
  const chains = { cache: new ChainCache(), ...reading };
  const linksOf =
    (owner: string, id: string): ReadLinks =>
    (bounds) =>
      readLinks(database, owner, id, clock.now(), maxBytes, bounds);
  const rowOf = (columns: readonly TurnContent[], owner: string, id: string): Promise<Row | undefined> =>
    readReserved(memory, owner, (contentBytes) => readTurnRow(database, columns, owner, id, clock.now(), contentBytes));
  const getTurn: TurnStore['getTurn'] = async (owner, id) => {
    const row = await rowOf(['history', 'delivered'], owner, id);
    return row && (await fromTurnRow(database.keys, row));
  };
  return {
    getTurn,

    async putTurn(turn, addition = {}) {
      try {
        return await putTurn(database, memory, turn, addition);
      } catch (error) {
        if (!isOutcomeUnknown(toStoreError(error)) || !isCompleteWrite(turn, addition)) throw error;
        const stored = await Promise.race([
          getTurn(turn.owner, turn.id).catch(() => undefined),
          sleep(maxLookupMs, undefined, { ref: false }),
        ]);
        if (isSameTurn(stored, turn)) return true;
        throw error;
      }
    },

    async getChain(owner, id) {
      return readChain(chains, owner, id, linksOf(owner, id));
    },

    async findMissingLink(owner, id) {
      return missingLink(chains, id, linksOf(owner, id));
    },

    async countContinuing(owner, id) {
      const [row] = await database.query(
        'SELECT count(*)::int AS count FROM turn WHERE owner = $1 AND previous_id = $2',
        [toKeyText(owner), toKeyText(id)],
      );
      return row === undefined ? 0 : numberOf(row, 'count');
    },

    async listInputItems(owner, turnId, page) {
      const row = await rowOf(['delivered'], owner, turnId);
      return row && (await inputItemsOf(database.keys, row, page));
    },

    async deleteTurn(owner, id) {
      return deleteTurn(database, toKeyText(owner), toKeyText(id), channel, turnTopic(owner, id));
    },

    async getItems(owner, ids) {
      return ids.length === 0 ? new Map() : readItems(database, owner, ids, clock.now(), reading);
    },

    async deleteExpired(now, signal) {
      await deleteExpiredKeys(database, signal);
      await deleteExpiredGaps(database, signal);
      const turns = await deleteExpiredTurns(database, now, signal);
      await deleteExpiredFiles(database, now, signal);
      await deleteExpiredVectorStores(database, now, signal);
      return turns;
    },
  };
}

async function putTurn(
  database: PostgresDatabase,
  memory: StoreMemory,
  record: TurnRecord,
  addition: TurnAddition,
): Promise<boolean> {
  const turn = await database.prepared(encodeTurn(record));
  return await whileCounted(memory, record.owner, [turn.history, turn.delivered], () =>
    writeEncoded(database, turn, addition),
  );
}

async function writeEncoded(database: PostgresDatabase, turn: EncodedTurn, addition: TurnAddition): Promise<boolean> {
  // Most turns are written once, after they have ended: one statement and one round trip.
  if (addsNothing(addition)) {
    const inserted = await database.query(insertTurn, [
      ...turnValues(turn, RowCipher.make(database.keys)),
      ...itemValues(turn),
    ]);
    if (inserted.length > 0) return true;
  }
  return database.transaction((client) => writeTurn(client, database.keys, turn, addition));
}

/**
 * Whether a stored turn in the expected form proves that the complete write took place: it does not if the write only
 * added to an existing turn.
 */
function isCompleteWrite({ status }: TurnRecord, { job }: TurnAddition): boolean {
  return isTerminal(status) || job !== undefined;
}

async function writeTurn(
  client: ClientBase,
  keys: KeyRing,
  encoded: EncodedTurn,
  addition: TurnAddition,
): Promise<boolean> {
  const { turn } = encoded;
  const { events = [], job, conversation, completedAttempt, maxStoredBytes } = addition;
  // Every writer locks a conversation and a job before the account of their owner, so that no two can deadlock.
  if (conversation !== undefined) await lockConversation(client, toKeyText(turn.owner), toKeyText(conversation.id));
  if (job !== undefined) await lockJobBefore(client, toKeyText(turn.owner), job);
  await limitStoredBytes(client, maxStoredBytes);
  const lockedTurn = await writeRow(client, keys, encoded, addition);
  if (lockedTurn === undefined) return false;
  await insertEvents(client, lockedTurn, events);
  if (job !== undefined && !isTerminal(turn.status)) {
    await insertJob(client, lockedTurn, turn.createdAt, job);
    await notify(client, channel, jobsTopic);
  }
  if (conversation?.ticket !== undefined) await releaseTicketIn(client, conversation.ticket);
  if (conversation !== undefined)
    await addItems(client, keys, lockedTurn.owner, toKeyText(conversation.id), conversation.items, maxStoredBytes);
  await persistResponse(client, keys, completedAttempt);
  await notify(client, channel, turnTopic(turn.owner, turn.id));
  return true;
}

/** The row, or undefined when a terminal turn exists, the lease is lost, or a required row is missing. */
async function writeRow(
  client: ClientBase,
  keys: KeyRing,
  encoded: EncodedTurn,
  { lease, unlessCancelled, existing = false }: TurnAddition,
): Promise<LockedTurn | undefined> {
  const [owner, id] = [toKeyText(encoded.turn.owner), toKeyText(encoded.turn.id)];
  if (lease === undefined && !existing) {
    const cipher = RowCipher.make(keys);
    const [inserted] = await rowsOf(client, insertTurn, [...turnValues(encoded, cipher), ...itemValues(encoded)]);
    if (inserted !== undefined) return { turnKey: numberOf(inserted, 'key'), owner, id, cipher };
  }
  const lockedTurn = await lockOpenTurn(client, keys, owner, id);
  if (lockedTurn === undefined) return undefined;
  if (lease !== undefined && !(await lockLease(client, lockedTurn, lease.attempt, unlessCancelled))) return undefined;
  await replaceTurn(client, lockedTurn, encoded);
  return lockedTurn;
}
