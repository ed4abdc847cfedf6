/**
 * How long after work was asked for its model may be missing here, in milliseconds: whoever took it had the model, so this replica has not
 * been given it yet, or not any more. As long as a rollout takes (docs/decisions/return-background-jobs-that-cannot-run-now.md).
 */
const rolloutMs = 600_000;

/** Whether work that was asked for at `createdAt`, and for which a model is missing, is left to replicas that have it. */
export function isInRollout(createdAt: number, now: number): boolean {
  return now - createdAt < rolloutMs;
}
