import { databaseNow } from '../database/database-clock.js';

/** Jobs of which the next is chosen, where the lanes are fewer: another replica may be taking the first ones. */
const leastLookedAt = 8;

/**
 * Tables for a query about the jobs of queue $1. `lanes`: all of all owners that have a job which stands behind no other, found by steps
 * through an index, however many jobs each has. `waiting`: for each the jobs that are next, how many of it are held, and how many its
 * owner holds. Jobs under a store key whose print is not among $2 wait for others.
 */
export const waitingJobs = `
  WITH RECURSIVE owners (owner) AS (
    SELECT min(owner) FROM job WHERE queue = $1 AND behind IS NULL
    UNION ALL
    SELECT (SELECT min(job.owner) FROM job WHERE queue = $1 AND job.owner > owners.owner AND behind IS NULL) FROM owners WHERE owners.owner IS NOT NULL
  ), lanes (owner, lane) AS (
    SELECT owner, (SELECT min(lane) FROM job WHERE queue = $1 AND job.owner = owners.owner AND behind IS NULL) FROM owners WHERE owner IS NOT NULL
    UNION ALL
    SELECT owner, (SELECT min(job.lane) FROM job WHERE queue = $1 AND job.owner = lanes.owner AND job.lane > lanes.lane AND behind IS NULL) FROM lanes WHERE lanes.lane IS NOT NULL
  ), holding AS (
    SELECT owner, lane, held, sum(held) OVER (PARTITION BY owner) AS owner_held, count(*) OVER () AS lanes
    FROM lanes CROSS JOIN LATERAL (
      SELECT count(*) AS held FROM job WHERE queue = $1 AND job.owner = lanes.owner AND job.lane = lanes.lane AND lease_until > ${databaseNow}
    ) AS own WHERE lane IS NOT NULL
  ), waiting AS (
    SELECT owner, lane, held, owner_held, turn_key, next.created_at
    FROM holding CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT turn_key, job.created_at FROM job JOIN turn ON turn.key = turn_key
        WHERE queue = $1 AND job.owner = holding.owner AND job.lane = holding.lane AND behind IS NULL AND (lease_until IS NULL OR lease_until <= ${databaseNow})
          AND (content_key IS NULL OR substring(content_key FOR 8) = ANY ($2::bytea[]))
          AND (one_of IS NULL OR one_of <> ALL (
            SELECT other.one_of FROM job AS other WHERE other.queue = $1 AND other.owner = job.owner AND other.one_of IS NOT NULL AND other.lease_until > ${databaseNow}))
        ORDER BY job.created_at, turn_key LIMIT ${leastLookedAt}
      ) AS first LIMIT greatest(1, ${leastLookedAt} / lanes) -- Beside a constant, which is what a plan is made for.
    ) AS next
  )`;
