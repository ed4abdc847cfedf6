/**
 * A condition on rows of `turn`: the turn is retained at the time in the parameter `now`. It has not expired, or a
 * retained turn continues it; the query checks the latter for expired turns only. `UNION` terminates a cyclic chain.
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
