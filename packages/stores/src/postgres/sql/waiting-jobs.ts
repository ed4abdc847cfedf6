import { databaseNow } from '../database/database-clock.js';

/**
 * Minimum number of candidate jobs for a claim when there are fewer fair-queue keys: another replica may be claiming
 * the first ones.
 */
const minCandidates = 8;

/**
 * CTEs for a query on the jobs of queue $1. `fair_queue_keys`: those of all owners with a job that waits for no other,
 * found by steps through an index, however many jobs each has. `waiting`: for each its next jobs, the number of its
 * held jobs, and the number that its owner holds. Jobs under a store key whose fingerprint is not among $2 wait for
 * other replicas.
 */
export const waitingJobs = `
  WITH RECURSIVE owners (owner) AS (
    SELECT min(owner) FROM job WHERE queue = $1 AND waits_for IS NULL
    UNION ALL
    SELECT (SELECT min(job.owner) FROM job WHERE queue = $1 AND job.owner > owners.owner AND waits_for IS NULL) FROM owners WHERE owners.owner IS NOT NULL
  ), fair_queue_keys (owner, fair_queue_key) AS (
    SELECT owner, (SELECT min(fair_queue_key) FROM job WHERE queue = $1 AND job.owner = owners.owner AND waits_for IS NULL) FROM owners WHERE owner IS NOT NULL
    UNION ALL
    SELECT owner, (SELECT min(job.fair_queue_key) FROM job WHERE queue = $1 AND job.owner = fair_queue_keys.owner AND job.fair_queue_key > fair_queue_keys.fair_queue_key AND waits_for IS NULL) FROM fair_queue_keys WHERE fair_queue_keys.fair_queue_key IS NOT NULL
  ), holding AS (
    SELECT owner, fair_queue_key, held, sum(held) OVER (PARTITION BY owner) AS owner_held, count(*) OVER () AS fair_queue_keys
    FROM fair_queue_keys CROSS JOIN LATERAL (
      SELECT count(*) AS held FROM job WHERE queue = $1 AND job.owner = fair_queue_keys.owner AND job.fair_queue_key = fair_queue_keys.fair_queue_key AND lease_until > ${databaseNow}
    ) AS own WHERE fair_queue_key IS NOT NULL
  ), waiting AS (
    SELECT owner, fair_queue_key, held, owner_held, turn_key, next.created_at
    FROM holding CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT turn_key, job.created_at FROM job JOIN turn ON turn.key = turn_key
        WHERE queue = $1 AND job.owner = holding.owner AND job.fair_queue_key = holding.fair_queue_key AND waits_for IS NULL AND (lease_until IS NULL OR lease_until <= ${databaseNow})
          AND (content_key IS NULL OR substring(content_key FOR 8) = ANY ($2::bytea[]))
          AND (one_of IS NULL OR one_of <> ALL (
            SELECT other.one_of FROM job AS other WHERE other.queue = $1 AND other.owner = job.owner AND other.one_of IS NOT NULL AND other.lease_until > ${databaseNow}))
        ORDER BY job.created_at, turn_key LIMIT ${minCandidates}
      ) AS first LIMIT greatest(1, ${minCandidates} / fair_queue_keys) -- Next to a constant, which is what a plan is made for.
    ) AS next
  )`;
