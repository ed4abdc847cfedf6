/**
 * Runs `tasks` in order, at most `width` at once. The first failure ends it.
 * @template T, R
 * @param {Iterable<T>} tasks
 * @param {number} width
 * @param {(task: T, index: number) => Promise<R>} work
 * @returns {Promise<R[]>} results in the order of the tasks
 */
export async function inParallel(tasks, width, work) {
  const list = [...tasks];
  /** @type {R[]} */
  const results = Array.from({ length: list.length });
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next++;
      results[index] = await work(list[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
  return results;
}
