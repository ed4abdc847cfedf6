import { type Clock, type JobStore, type JsonObject, type Lease, runInSlices, type Steps } from '@org/engine/storage';
import { contentName } from '../shared/content-cipher.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { parseInSteps } from '../shared/parse-in-steps.js';
import { jobsTopic, turnTopic } from '../shared/watchers.js';
import { databaseNow } from './database/database-clock.js';
import { channel, type Notifications } from './database/notifications.js';
import type { PostgresDatabase } from './database/postgres-database.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, type Row } from './sql/rows.js';
import { waitingJobs } from './sql/waiting-jobs.js';

const ofTurn = 'turn_key = (SELECT key FROM turn WHERE owner = $1 AND id = $2)';

/**
 * Claims the next job after fair-queue key $5 of owner $4 for $3 milliseconds, and renews the held jobs $6 to $8. The
 * statement does not wait for rows that it renews: another claim may be about to renew what this one takes. It tries
 * the waiting jobs in order until it can lock one. $9 is the time of the clock by which turns expire.
 */
export const claimNext = `${waitingJobs}, mine AS (
    SELECT turn_key, held.attempt FROM unnest($6::text[], $7::text[], $8::integer[]) AS held (owner, id, attempt)
    JOIN turn ON turn.owner = held.owner AND turn.id = held.id JOIN job ON turn_key = turn.key AND job.attempt = held.attempt
    WHERE lease_until IS NOT NULL
  ), free AS (
    SELECT job.turn_key, job.attempt FROM job JOIN mine ON mine.turn_key = job.turn_key AND mine.attempt = job.attempt
    WHERE lease_until <= ${databaseNow} FOR NO KEY UPDATE OF job SKIP LOCKED
  ), renewed AS (
    UPDATE job SET lease_until = ${databaseNow} + $3 FROM free
    WHERE job.turn_key = free.turn_key AND job.attempt = free.attempt AND lease_until <= ${databaseNow}
  ), taken AS (
    UPDATE job SET attempt = attempt + 1, lease_until = ${databaseNow} + $3
    WHERE turn_key = (
      SELECT takeable.turn_key FROM (
        SELECT turn_key FROM waiting WHERE turn_key NOT IN (SELECT turn_key FROM mine)
        ORDER BY owner_held, owner <= $4, owner, held, owner = $4 AND fair_queue_key = $5, created_at, turn_key
      ) AS next CROSS JOIN LATERAL (
        SELECT turn_key FROM job WHERE job.turn_key = next.turn_key AND (lease_until IS NULL OR lease_until <= ${databaseNow}) FOR NO KEY UPDATE SKIP LOCKED
      ) AS takeable LIMIT 1
    )
    RETURNING *
  )
  SELECT turn_key, turn.owner, fair_queue_key, id, attempt, taken.created_at, cancel_requested,
    coalesce(expires_at <= $9, false) AS expired, request, content_key FROM taken JOIN turn ON turn.key = turn_key`;

/** Waiting jobs whose fair-queue key holds fewer than key $4 of owner $3. */
const findFairerWaiters = `${waitingJobs}
  SELECT 1 FROM waiting
  WHERE owner_held < (SELECT count(*) FROM job WHERE queue = $1 AND owner = $3 AND lease_until > ${databaseNow})
    OR owner = $3 AND held < (SELECT count(*) FROM job WHERE queue = $1 AND owner = $3 AND fair_queue_key = $4 AND lease_until > ${databaseNow})
  LIMIT 1`;

export function postgresJobs(database: PostgresDatabase, notifications: Notifications, clock: Clock): JobStore {
  /** Gives a job back as if it had never been claimed. */
  const returnJob = async (row: Row): Promise<void> => {
    const given =
      'UPDATE job SET lease_until = NULL, attempt = attempt - 1 WHERE turn_key = $1 AND attempt = $2 RETURNING 1';
    await database.query(`WITH given AS (${given}) SELECT pg_notify($3, $4) FROM given`, [
      numberOf(row, 'turn_key'),
      numberOf(row, 'attempt'),
      channel,
      jobsTopic,
    ]);
  };
  const store: JobStore = {
    async claimJob(queue, leaseMs, after = { owner: '', fairQueueKey: -1 }, heldLeases = []) {
      const values = [
        toKeyText(queue),
        database.keys.fingerprints,
        leaseMs,
        toKeyText(after.owner),
        after.fairQueueKey,
        ...columnsOf(heldLeases),
        clock.now(),
      ];
      const [row] = await database.query(claimNext, values);
      if (row === undefined) return undefined;
      const { hasUnknownKey, request } = await readRequest(database, row);
      if (hasUnknownKey) {
        await returnJob(row);
        return store.claimJob(queue, leaseMs, after, heldLeases);
      }
      return {
        queue,
        owner: fromKeyText(textOf(row, 'owner')),
        fairQueueKey: numberOf(row, 'fair_queue_key'),
        turnId: fromKeyText(textOf(row, 'id')),
        attempt: numberOf(row, 'attempt'),
        createdAt: numberOf(row, 'created_at'),
        cancelRequested: row['cancel_requested'] === true,
        expired: row['expired'] === true,
        request,
      };
    },
    async extendLease(lease, leaseMs) {
      const [row] = await database.query(
        `UPDATE job SET lease_until = ${databaseNow} + $4 WHERE attempt = $3 AND lease_until IS NOT NULL AND ${ofTurn} RETURNING cancel_requested`,
        [...leaseValues(lease), leaseMs],
      );
      if (row === undefined) return 'lost';
      return row['cancel_requested'] === true ? 'cancel-requested' : 'held';
    },
    async releaseJob(lease, notStarted = false) {
      const given = `UPDATE job SET lease_until = NULL, attempt = attempt - $4::integer WHERE attempt = $3 AND ${ofTurn} RETURNING 1`;
      await database.query(`WITH given AS (${given}) SELECT pg_notify($5, $6) FROM given`, [
        ...leaseValues(lease),
        notStarted ? 1 : 0,
        channel,
        jobsTopic,
      ]);
    },
    async failTurn(lease) {
      // Locks the turn first, like every other statement that ends a turn.
      const rows = await database.query(
        `WITH held AS (SELECT key FROM turn WHERE owner = $1 AND id = $2 FOR UPDATE),
           ended AS (DELETE FROM job USING held WHERE turn_key = held.key AND attempt = $3 AND lease_until IS NOT NULL RETURNING turn_key),
           failed AS (UPDATE turn SET status = 'failed' FROM ended WHERE key = turn_key RETURNING 1)
         SELECT pg_notify($4, $5) FROM failed`,
        [...leaseValues(lease), channel, turnTopic(lease.owner, lease.turnId)],
      );
      return rows.length > 0;
    },
    async hasFairerWaiters(queue, { owner, fairQueueKey }) {
      return (
        (
          await database.query(findFairerWaiters, [
            toKeyText(queue),
            database.keys.fingerprints,
            toKeyText(owner),
            fairQueueKey,
          ])
        ).length > 0
      );
    },
    async requestCancel(owner, turnId) {
      const [row] = await database.query(
        `WITH asked AS (UPDATE job SET cancel_requested = true WHERE ${ofTurn} RETURNING coalesce(lease_until > ${databaseNow}, false) AS held) SELECT held, pg_notify($3, $4) FROM asked`,
        [toKeyText(owner), toKeyText(turnId), channel, turnTopic(owner, turnId)],
      );
      return row && (row['held'] === true ? 'held' : 'waiting');
    },
    async countJobs() {
      const [row] = await database.query(
        `SELECT (SELECT count(*) FROM job) AS jobs, count(*) AS held, count(*) FILTER (WHERE lease_until <= ${databaseNow}) AS expired FROM job WHERE lease_until IS NOT NULL`,
      );
      if (row === undefined) return { queued: 0, running: 0, expired: 0 };
      const [jobs, heldLeases, expired] = [numberOf(row, 'jobs'), numberOf(row, 'held'), numberOf(row, 'expired')];
      return { queued: jobs - heldLeases, running: heldLeases - expired, expired };
    },
    async watchJobs(wake) {
      return notifications.watch(jobsTopic, wake);
    },
  };
  return store;
}

/** Owners, ids of turns and attempts. */
function columnsOf(leases: readonly Lease[]): readonly unknown[] {
  return [
    leases.map(({ owner }) => toKeyText(owner)),
    leases.map(({ turnId }) => toKeyText(turnId)),
    leases.map(({ attempt }) => attempt),
  ];
}

function leaseValues({ owner, turnId, attempt }: Lease): readonly unknown[] {
  return [toKeyText(owner), toKeyText(turnId), attempt];
}

/**
 * The request of a claimed job; undefined when it is damaged. The claim may see the turn from before its contents
 * were encrypted and the job from after: the function then reads it again, and it may be under a key that this
 * replica does not have.
 */
async function readRequest(
  database: PostgresDatabase,
  claimed: Row,
): Promise<{ readonly hasUnknownKey: boolean; readonly request: JsonObject | undefined }> {
  const request = await openRequest(database.keys, claimed, claimed);
  if (request !== undefined) return { hasUnknownKey: false, request };
  const [row = claimed] = await database.query(
    'SELECT request, content_key FROM job JOIN turn ON turn.key = turn_key WHERE turn_key = $1',
    [numberOf(claimed, 'turn_key')],
  );
  return {
    hasUnknownKey: row['content_key'] !== null && !database.keys.opens(bytesOf(row, 'content_key')),
    request: await openRequest(database.keys, claimed, row),
  };
}

/** `row` has the columns `request` and `content_key`. */
async function openRequest(keys: KeyRing, claimed: Row, row: Row): Promise<JsonObject | undefined> {
  const name = contentName('job', textOf(claimed, 'owner'), textOf(claimed, 'id'));
  try {
    return await runInSlices(parseRequest(RowCipher.of(keys, row).decryptInSteps(name, bytesOf(row, 'request'))));
  } catch {
    return undefined;
  }
}

function* parseRequest(decrypt: Steps<Buffer>): Steps<JsonObject> {
  return (yield* parseInSteps(yield* decrypt, (value) => value)) as JsonObject; // The service wrote this text, so its shape is known.
}
