/**
 * Time after a job's creation during which its model may be missing here, in milliseconds: the replica that accepted
 * it had the model, so this one does not have it yet, or not any more. As long as a rollout takes
 * (docs/decisions/share-background-runners-by-owner-and-model.md).
 */
const rolloutMs = 600_000;

/** Whether work created at `createdAt` with a missing model is left to replicas that have it. */
export function isInRollout(createdAt: number, now: number): boolean {
  return now - createdAt < rolloutMs;
}
