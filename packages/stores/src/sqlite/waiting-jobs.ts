import type { KeyRing } from '../shared/key-ring.js';

/**
 * CTEs for a query on the jobs of queue ?1 at the time ?2 of this machine. `fair_queue_keys`: those of all owners with
 * a job that waits for no other, found by steps through an index, however many jobs each has. `waiting`: for each its
 * next job, if any, the number of its held jobs, and the number that its owner holds. Jobs under a store key that is
 * not among ?3, the result of `decryptableFingerprints`, wait for other processes. The plus keeps SQLite from
 * searching all jobs for the mark instead of the held ones.
 */
export const waitingJobs = `
  WITH RECURSIVE owners (owner) AS (
    SELECT min(owner) FROM job WHERE queue = ?1 AND waits_for IS NULL
    UNION ALL
    SELECT (SELECT min(job.owner) FROM job WHERE queue = ?1 AND job.owner > owners.owner AND waits_for IS NULL) FROM owners WHERE owners.owner IS NOT NULL
  ), fair_queue_keys (owner, fair_queue_key) AS (
    SELECT owner, (SELECT min(fair_queue_key) FROM job WHERE queue = ?1 AND job.owner = owners.owner AND waits_for IS NULL) FROM owners WHERE owner IS NOT NULL
    UNION ALL
    SELECT owner, (SELECT min(job.fair_queue_key) FROM job WHERE queue = ?1 AND job.owner = fair_queue_keys.owner AND job.fair_queue_key > fair_queue_keys.fair_queue_key AND waits_for IS NULL) FROM fair_queue_keys WHERE fair_queue_keys.fair_queue_key IS NOT NULL
  ), holding (owner, fair_queue_key, held) AS MATERIALIZED (
    SELECT owner, fair_queue_key, (SELECT count(*) FROM job WHERE queue = ?1 AND job.owner = fair_queue_keys.owner AND job.fair_queue_key = fair_queue_keys.fair_queue_key AND lease_until > ?2)
    FROM fair_queue_keys WHERE fair_queue_key IS NOT NULL
  ), waiting (owner, fair_queue_key, held, owner_held, turn_key) AS MATERIALIZED (
    SELECT owner, fair_queue_key, held, sum(held) OVER (PARTITION BY owner), (
      SELECT turn_key FROM job CROSS JOIN turn ON turn.key = turn_key CROSS JOIN content_key USING (slot)
      WHERE queue = ?1 AND job.owner = holding.owner AND job.fair_queue_key = holding.fair_queue_key AND waits_for IS NULL AND (lease_until IS NULL OR lease_until <= ?2)
        AND hex(substr(content_key.key, 1, 8)) IN (SELECT value FROM json_each(?3))
        AND (one_of IS NULL OR NOT EXISTS (
          SELECT 1 FROM job AS other WHERE other.queue = ?1 AND other.owner = job.owner AND +other.one_of = job.one_of AND other.lease_until > ?2))
      ORDER BY job.created_at, turn_key LIMIT 1)
    FROM holding
  )`;

/** The prints of the store keys that are here, as `waitingJobs` wants them. */
export function decryptableFingerprints(keys: KeyRing): string {
  return JSON.stringify(keys.fingerprints.map((fingerprint) => fingerprint.toString('hex').toUpperCase()));
}
