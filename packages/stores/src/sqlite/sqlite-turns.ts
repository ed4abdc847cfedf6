import {
  type Clock,
  runInSlices,
  type Steps,
  type TurnAddition,
  type TurnRecord,
  type TurnStore,
} from '@org/engine/storage';
import { ChainCache } from '../shared/chain-cache.js';
import { toKeyText } from '../shared/key-text.js';
import { missingLink, readChain, type ReadLinks } from '../shared/read-chain.js';
import { readReserved } from '../shared/read-reserved.js';
import type { StoreReading } from '../shared/store-reading.js';
import { ownBuffers, whileCounted } from '../shared/own-contents.js';
import { contentsOf, toAdditionRow } from './addition-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { deleteConversationTombstones } from './sqlite-conversations.js';
import { deleteExpiredFiles } from './sqlite-files.js';
import { countContinuing, decodeFoundItems } from './turn-reads.js';
import { decodeInputItems, decodeTurn, type ReadTurn, toChainLink, toTurnRow } from './turn-rows.js';
import { deleteExpiredVectorStores } from './vector-stores/vector-store-tombstones.js';
import type { WriteValues } from './writer/write-operations.js';
import type { SweepCursor } from './writer/turn-deletion.js';

/** Number of expired rows deleted in one transaction, so that other writes can run in between. */
const sweepBatch = 200;

export function sqliteTurns(connection: SqliteConnection, clock: Clock, reading: StoreReading): TurnStore {
  const { maxBytes, memory } = reading;
  const chains = { cache: new ChainCache(), ...reading };
  const linksOf =
    (owner: string, id: string): ReadLinks =>
    async (bounds) => {
      const { contentBytes } = bounds;
      const links = await connection.readContents(contentBytes, 'readLinks', owner, id, clock.now(), maxBytes, bounds);
      return links.map((link) => toChainLink(connection.keys, link));
    };
  const readStored = (owner: string, id: string): Promise<ReadTurn | undefined> =>
    readReserved(memory, owner, (contentBytes) =>
      connection.readContents(contentBytes, 'readTurn', owner, id, clock.now(), contentBytes),
    );
  return {
    async putTurn(turn, addition = {}) {
      const encoding = connection.prepared(runInSlices(toTurnWrite(turn, addition)));
      const values = encoding instanceof Promise ? await encoding : encoding;
      const contents = [values[0].content, ...contentsOf(values[1]?.conversation?.items ?? [])];
      const written = await whileCounted(memory, turn.owner, contents, () =>
        connection.transfer(ownBuffers(contents), 'putTurn', ...values),
      );
      if (written) connection.wakeTurn(turn.owner, turn.id);
      if (written && addition.job !== undefined) connection.wakeJobs();
      if (written && addition.conversation !== undefined) connection.wakeWaiters(turn.owner, addition.conversation.id);
      return written;
    },
    async getTurn(owner, id) {
      const turn = await readStored(owner, id);
      return turn && (await decodeTurn(connection.keys, turn));
    },
    async getChain(owner, id) {
      return readChain(chains, owner, id, linksOf(owner, id));
    },
    async findMissingLink(owner, id) {
      return missingLink(chains, id, linksOf(owner, id));
    },
    async countContinuing(owner, id) {
      return connection.read((sql) => countContinuing(sql, owner, id));
    },
    async listInputItems(owner, turnId, page) {
      const turn = await readStored(owner, turnId);
      return turn && (await decodeInputItems(connection.keys, turn, page));
    },
    async deleteTurn(owner, id) {
      const { deleted, tombstone } = await connection.write('deleteTurn', toKeyText(owner), toKeyText(id));
      if (deleted) connection.wakeTurn(owner, id);
      if (tombstone !== undefined) while (await connection.write('deleteTurnTombstones', tombstone));
      return deleted;
    },
    async getItems(owner, ids) {
      const found = await readReserved(memory, owner, (contentBytes) =>
        connection.readContents(contentBytes, 'findItems', owner, ids, clock.now(), maxBytes, contentBytes),
      );
      return found === undefined ? new Map() : await decodeFoundItems(connection.keys, found);
    },
    async deleteExpired(now, signal) {
      const stopped = (): boolean => signal?.aborted === true;
      while (!stopped() && (await connection.write('deleteExpiredKeys', sweepBatch)) === sweepBatch);
      while (!stopped() && (await connection.write('deleteExpiredGaps', sweepBatch)) === sweepBatch);
      let total = 0;
      let cursor: SweepCursor | undefined = { expiresAt: now, key: Number.MAX_SAFE_INTEGER };
      while (cursor !== undefined && !stopped()) {
        const { deleted, next }: { deleted: number; next: SweepCursor | undefined } = await connection.write(
          'deleteExpiredTurns',
          cursor,
          sweepBatch,
        );
        total += deleted;
        cursor = next;
      }
      while (!stopped() && (await connection.write('deleteTurnTombstones', null)));
      while (await deleteConversationTombstones(connection, null, signal));
      await deleteExpiredFiles(connection, now, signal);
      await deleteExpiredVectorStores(connection, now, signal);
      return total;
    },
  };
}

function* toTurnWrite(turn: TurnRecord, addition: TurnAddition): Steps<WriteValues<'putTurn'>> {
  return [yield* toTurnRow(turn), yield* toAdditionRow(addition)];
}
