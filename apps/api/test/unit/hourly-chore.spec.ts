import { setTimeout as pause } from 'node:timers/promises';
import { HourlyChore } from '#src/engine/hourly-chore.js';
import { eventually } from '../kit/eventually.js';

describe('a chore that is done every hour', () => {
  it('is done one pass at a time, however long a pass takes, and is waited for at the end', async () => {
    const passes: PromiseWithResolvers<void>[] = [];
    let stopping: AbortSignal | undefined;
    const chore = new HourlyChore((signal) => {
      stopping = signal;
      const pass = Promise.withResolvers<void>();
      passes.push(pass);
      return pass.promise;
    });
    chore.start(2);
    await pause(50);
    expect(passes).toHaveLength(1);
    passes[0]?.resolve();
    await eventually(() => passes.length === 2);
    let stopped = false;
    const end = chore.stop().then(() => (stopped = true));
    await pause(20);
    expect([stopped, stopping?.aborted]).toEqual([false, true]);
    passes[1]?.resolve();
    await end;
    expect(passes).toHaveLength(2);
  });
});
