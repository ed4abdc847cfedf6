import type { JobRun, JobRunnerOptions, JobSettings } from '@org/engine';
import { eventually, noLease, pause, turnOf } from '@org/engine/testing';
import { bound, mute, untilAborted, unwatched } from './job-runner-kit.js';
import type { RunnersOfATest } from './use-runners.js';

/** Settings for a single job: no further claim and no heartbeat after the first. */
const alone: Partial<JobSettings> = { heartbeatMs: 600_000, pollMs: 600_000, concurrency: 1 };

/** Tests which process may run a job, and what happens to a job whose process crashed or only seems to have crashed. */
export function describeLeases({ stores, failures, runner, enqueue, end, log, statusOf }: RunnersOfATest): void {
  it('holds the lease of a job that takes longer than the lease', async () => {
    // Much longer than a busy machine delays a heartbeat.
    const lease = { leaseMs: 2_000 };
    await enqueue('resp_1');
    const attempts: number[] = [];
    const perform = async (run: JobRun): Promise<void> => {
      attempts.push(run.job.attempt);
      await run.readLog();
      await pause(lease.leaseMs * 1.5);
      expect(await end(run)).toBe(true);
    };
    await Promise.all([
      runner(perform, lease, unwatched(stores.store)),
      runner(perform, lease, unwatched(await stores.open())),
    ]);
    await eventually(async () => (await statusOf('resp_1')) === 'completed');
    expect(attempts).toEqual([1]);
  });

  it.each(['once', 'again and again'])(
    'continues its own job when the clock of the store jumps ahead %s',
    async (often) => {
      await enqueue('resp_1');
      const attempts: number[] = [];
      const outcomes: unknown[] = [];
      const jump = (run: JobRun): Promise<unknown> => stores.store.extendLease(run.job, noLease);
      await runner(
        async (run) => {
          attempts.push(run.job.attempt);
          await run.readLog();
          await jump(run);
          for (let n = 0; n < 30; n++) {
            if (often !== 'once') await jump(run);
            await run.push([`"${n}"`]);
            await pause(10);
          }
          outcomes.push(await end(run), run.stopReason);
        },
        { heartbeatMs: 600_000, pollMs: 10 },
      );
      await eventually(() => outcomes.length === 2);
      expect(attempts).toEqual([1]);
      expect(outcomes).toEqual([true, undefined]);
      expect(await log('resp_1')).toHaveLength(32);
      expect(failures).toEqual([]);
    },
  );

  it('gives up its job when another process took it after a clock jump of the store', async () => {
    await enqueue('resp_1');
    const attempts: unknown[] = [];
    const ended: unknown[] = [];
    await runner(
      async (run) => {
        await run.readLog();
        await stores.store.extendLease(run.job, noLease);
        attempts.push(run.job.attempt, (await stores.store.claimJob('', noLease))?.attempt);
        await eventually(() => ended.length === 1);
        ended.push(await end(run, 'first'));
      },
      alone,
      mute(stores.store),
    );
    await eventually(() => attempts.length === 2);
    await runner(async (run) => {
      attempts.push(run.job.attempt);
      await run.readLog();
      ended.push(await end(run, 'third'));
    });
    await eventually(() => ended.length === 2);
    expect(attempts).toEqual([1, 2, 3]);
    expect(ended).toEqual([true, false]);
    expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ payload: { by: 'third' } });
  });

  it('does not take its own heartbeats for notifications, which would cause more of them', async () => {
    await enqueue('resp_1');
    let signs = 0;
    const store: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      extendLease: (...args) => ((signs += 1), stores.store.extendLease(...args)),
    };
    // The work sends the first heartbeat, and the claim may send another one; the next is due in ten minutes.
    await runner(async (run) => (await run.readLog(), await untilAborted(run)), alone, store);
    await eventually(() => signs > 0);
    await pause(1_600);
    expect(signs).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      'ends',
      async (run: JobRun): Promise<unknown> => run.end(turnOf({ id: 'resp_1', payload: { by: 'first' } }), ['"first"']),
    ],
    [
      'logs',
      async (run: JobRun): Promise<unknown> => (
        await run.push(['"too late"']),
        await untilAborted(run),
        run.stopReason !== 'lost'
      ),
    ],
  ])('takes over the job of a process without heartbeats and ignores it when that process then %s', async (_, act) => {
    await enqueue('resp_1');
    const outcome: unknown[] = [];
    const claimed: number[] = [];
    let isHeld = false;
    await runner(
      async (run) => {
        await run.readLog();
        await run.push(['"seen"']);
        await eventually(async () => (await log('resp_1')).length === 2);
        // Expires by itself, and not before the expected state is stored.
        await stores.store.extendLease(run.job, 300);
        isHeld = true;
        await eventually(() => claimed.length > 0);
        outcome.push(await act(run));
      },
      alone,
      mute(await stores.open()),
    );
    await eventually(() => isHeld);
    await runner(async (run) => {
      claimed.push(run.job.attempt);
      expect((await run.readLog())?.map(({ data }) => data)).toEqual(['"queued"', '"seen"']);
      await eventually(() => outcome.length === 1);
      await end(run, 'second');
    });
    await eventually(async () => (await statusOf('resp_1')) === 'completed');
    expect(claimed).toEqual([2]);
    expect(outcome).toEqual([false]);
    expect(await log('resp_1')).toEqual(['"queued"', '"seen"', '"second"']);
    expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ payload: { by: 'second' } });
  });
}
