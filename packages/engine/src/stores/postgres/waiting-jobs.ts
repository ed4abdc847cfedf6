import { databaseNow } from './database-clock.js';

/** Jobs of one owner of which the next is chosen: another replica may be taking the first ones. */
const mostLookedAt = 8;

/**
 * Tables for a query about the jobs of queue $1 at the time $2 of the clock by which turns expire. `owners`: all of them, found by steps
 * through an index, however many jobs each has. `waiting`: for each the jobs that are next, and how many jobs they hold. Jobs under a
 * store key whose print is not among $3 wait for others.
 */
export const waitingJobs = `
  WITH RECURSIVE owners (owner) AS (
    SELECT min(owner) FROM job WHERE queue = $1
    UNION ALL
    SELECT (SELECT min(job.owner) FROM job WHERE queue = $1 AND job.owner > owners.owner) FROM owners WHERE owners.owner IS NOT NULL
  ), waiting AS (
    SELECT owner, held, turn_key, next.created_at
    FROM owners CROSS JOIN LATERAL (
      SELECT count(*) AS held FROM job WHERE queue = $1 AND job.owner = owners.owner AND lease_until > ${databaseNow}
    ) AS own CROSS JOIN LATERAL (
      SELECT turn_key, job.created_at FROM job JOIN turn ON turn.key = turn_key
      WHERE queue = $1 AND job.owner = owners.owner AND (lease_until IS NULL OR lease_until <= ${databaseNow}) AND (expires_at IS NULL OR expires_at > $2)
        AND (content_key IS NULL OR substring(content_key FOR 8) = ANY ($3::bytea[]))
        AND (one_of IS NULL OR NOT EXISTS (
          SELECT 1 FROM job AS other WHERE other.queue = $1 AND other.owner = job.owner AND other.one_of = job.one_of AND other.lease_until > ${databaseNow}))
      ORDER BY job.created_at, turn_key LIMIT ${mostLookedAt}
    ) AS next
  )`;
