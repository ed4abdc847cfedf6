/** Runs `tasks` with at most `width` in parallel. */
export async function inParallel<Task>(
  tasks: readonly Task[],
  width: number,
  work: (task: Task) => Promise<void>,
): Promise<void> {
  const queue = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of queue) await work(task);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
