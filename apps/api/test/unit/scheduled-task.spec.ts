import { setTimeout as pause } from 'node:timers/promises';
import { ScheduledTask } from '#src/engine/scheduled-task.js';
import { eventually } from '../kit/eventually.js';

describe('an hourly scheduled task', () => {
  it('runs one pass at a time, however long a pass takes, and is awaited at the end', async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    let stopping: AbortSignal | undefined;
    const task = new ScheduledTask((signal) => {
      stopping = signal;
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    });
    task.start(2);
    await pause(50);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await eventually(() => runs.length === 2);
    let stopped = false;
    const end = task.stop().then(() => (stopped = true));
    await pause(20);
    expect([stopped, stopping?.aborted]).toEqual([false, true]);
    runs[1]?.resolve();
    await end;
    expect(runs).toHaveLength(2);
  });
});
