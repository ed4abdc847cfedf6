import { conversationsPerSweepStep } from './conversation-use.js';

interface Owned {
  readonly owner: string;
  readonly id: string;
}

/**
 * Deletes what `find` returns, one at a time, until it returns fewer than it may or `signal` aborts. Returns how many
 * were deleted.
 */
export async function deleteIdle(
  find: (limit: number) => Promise<readonly Owned[]>,
  remove: (owner: string, id: string) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (;;) {
    const found = await find(conversationsPerSweepStep);
    let deleted = 0;
    for (const { owner, id } of found) {
      if (signal?.aborted === true) return total + deleted;
      if (await remove(owner, id)) deleted += 1;
    }
    total += deleted;
    // Another replica may be deleting the same ones.
    if (found.length < conversationsPerSweepStep || deleted === 0) return total;
  }
}
