import {
  type Clock,
  type FairQueueKey,
  type JobStore,
  type JsonObject,
  type Lease,
  parseExactly,
  runInSlices,
} from '@org/engine/storage';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { longCharacters } from '../shared/own-contents.js';
import { parseInSteps } from '../shared/parse-in-steps.js';
import { jobsTopic } from '../shared/watchers.js';
import type { LeaseRow } from './writer/job-writes.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { numberOf } from '../shared/column-values.js';
import { decryptableFingerprints, waitingJobs } from './waiting-jobs.js';

/** Waiting jobs whose fair-queue key holds fewer than key ?5 of owner ?4. */
const findFairerWaiters = `${waitingJobs}
  SELECT 1 FROM waiting WHERE turn_key IS NOT NULL AND (
    owner_held < (SELECT count(*) FROM job WHERE queue = ?1 AND owner = ?4 AND lease_until > ?2)
    OR owner = ?4 AND held < (SELECT count(*) FROM job WHERE queue = ?1 AND owner = ?4 AND fair_queue_key = ?5 AND lease_until > ?2)
  ) LIMIT 1`;

/**
 * Counts in indexes, because rows hold complete requests and SQLite would otherwise read them. Every job is in one of
 * the first two.
 */
export const countJobs = `
  SELECT (SELECT count(*) FROM job INDEXED BY job_ready WHERE waits_for IS NULL) + (SELECT count(*) FROM job INDEXED BY job_waiting WHERE waits_for IS NOT NULL) AS jobs,
    (SELECT count(*) FROM job INDEXED BY job_held WHERE lease_until IS NOT NULL) AS held, (SELECT count(*) FROM job INDEXED BY job_held WHERE lease_until <= ?) AS expired`;

export function sqliteJobs(connection: SqliteConnection, clock: Clock): JobStore {
  return {
    async claimJob(queue, leaseMs, after = { owner: '', fairQueueKey: -1 }, heldLeases = []) {
      const row = await connection.write(
        'claimJob',
        toKeyText(queue),
        toFairQueueRow(after),
        leaseMs,
        clock.now(),
        heldLeases.map(toLeaseRow),
      );
      if (row === undefined) return undefined;
      return {
        ...row,
        queue,
        owner: fromKeyText(row.owner),
        turnId: fromKeyText(row.turnId),
        // The service wrote this text, so its shape is known.
        request: row.request === undefined ? undefined : ((await parseText(row.request)) as JsonObject),
      };
    },
    async extendLease(lease, leaseMs) {
      return connection.write('extendLease', toLeaseRow(lease), leaseMs);
    },
    async releaseJob(lease, notStarted = false) {
      await connection.write('releaseJob', toLeaseRow(lease), notStarted);
      connection.wakeJobs();
    },
    async failTurn(lease) {
      const failed = await connection.write('failTurn', toLeaseRow(lease));
      if (failed) connection.wakeTurn(lease.owner, lease.turnId);
      return failed;
    },
    async hasFairerWaiters(queue, fairQueueKey) {
      const row = toFairQueueRow(fairQueueKey);
      return (
        connection.read((sql) =>
          sql.first(
            findFairerWaiters,
            toKeyText(queue),
            Date.now(),
            decryptableFingerprints(sql.keys),
            row.owner,
            row.fairQueueKey,
          ),
        ) !== undefined
      );
    },
    async requestCancel(owner, turnId) {
      const requested = await connection.write('requestCancel', toKeyText(owner), toKeyText(turnId));
      if (requested !== undefined) connection.wakeTurn(owner, turnId);
      return requested;
    },
    async countJobs() {
      const row = connection.read((sql) => sql.first(countJobs, Date.now()));
      if (row === undefined) return { queued: 0, running: 0, expired: 0 };
      const [jobs, heldLeases, expired] = [numberOf(row, 'jobs'), numberOf(row, 'held'), numberOf(row, 'expired')];
      return { queued: jobs - heldLeases, running: heldLeases - expired, expired };
    },
    async watchJobs(wake) {
      return connection.watch(jobsTopic, wake);
    },
  };
}

function parseText(text: string): unknown {
  return text.length > longCharacters
    ? runInSlices(parseInSteps(Buffer.from(text), (value) => value))
    : parseExactly(text);
}

function toFairQueueRow({ owner, fairQueueKey }: FairQueueKey): FairQueueKey {
  return { owner: toKeyText(owner), fairQueueKey };
}

function toLeaseRow({ owner, turnId, attempt }: Lease): LeaseRow {
  return { owner: toKeyText(owner), turnId: toKeyText(turnId), attempt };
}
