/**
 * A condition on rows of `turn`: the turn is kept at the time that stands in the parameter `now`. It has not expired, or a
 * kept turn continues it; the second is asked of expired turns only. `UNION` ends a chain that bites its own tail.
 */
export function isRetained(now: string): string {
  return `(turn.expires_at IS NULL OR turn.expires_at > ${now} OR EXISTS (
    WITH RECURSIVE later (owner, id, expires_at) AS (
      SELECT owner, id, expires_at FROM turn AS next WHERE next.owner = turn.owner AND next.previous_id = turn.id
      UNION
      SELECT next.owner, next.id, next.expires_at FROM later CROSS JOIN turn AS next WHERE next.owner = later.owner AND next.previous_id = later.id
    )
    SELECT 1 FROM later WHERE later.expires_at IS NULL OR later.expires_at > ${now}))`;
}
