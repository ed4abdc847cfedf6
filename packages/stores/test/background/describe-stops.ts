import type { JobRunnerOptions } from '@org/engine';
import { eventually, pause, testJobSettings, turnOf } from '@org/engine/testing';
import { bound, untilAborted } from './job-runner-kit.js';
import type { RunnersOfATest } from './use-runners.js';

const noTestTakesAsLong = 600_000;

/** Work that ends before it is done. */
export function describeStops({ stores, runner, enqueue, end, log, statusOf }: RunnersOfATest): void {
  it.each([
    ['its own', 'is silent'],
    ['its own', 'logs'],
    ['another', 'is silent'],
    ['another', 'logs'],
  ])(
    'learns from %s replica that a job is cancelled, long before its next heartbeat, while it %s',
    async (settingOwner, scenario) => {
      const asked = settingOwner === 'another' ? await stores.open() : stores.store;
      await enqueue('resp_1');
      const reasons: unknown[] = [];
      let started = false;
      await runner(
        async (run) => {
          await run.readLog();
          started = true;
          for (let n = 0; !run.signal.aborted; n++) {
            if (scenario === 'logs') await run.push([`"${n}"`]);
            await Promise.race([pause(5), untilAborted(run)]);
          }
          reasons.push(run.stopReason);
          await run.end(turnOf({ id: 'resp_1', status: 'cancelled' }), ['"cancelled"']);
        },
        { heartbeatMs: 600_000 },
      );
      await eventually(() => started);
      // The notifications of its start have ended by then.
      await pause(500);
      await asked.requestCancel('ada', 'resp_1');
      await eventually(async () => (await statusOf('resp_1')) === 'cancelled');
      expect(reasons).toEqual(['cancelled']);
      expect((await log('resp_1')).at(-1)).toBe('"cancelled"');
    },
  );

  it.each([
    ['ended by another process', () => stores.store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled' }), {})],
    ['deleted', () => stores.store.deleteTurn('ada', 'resp_1')],
  ] as const)('stops work on a turn that was %s', async (_, act) => {
    await enqueue('resp_1');
    const reasons: unknown[] = [];
    let started = false;
    await runner(async (run) => {
      await run.readLog();
      started = true;
      await untilAborted(run);
      reasons.push(run.stopReason);
    });
    await eventually(() => started);
    await act();
    await eventually(() => reasons.length === 1);
    expect(reasons).toEqual(['lost']);
  });

  it('leaves a job that it cannot do to another replica, and does not reclaim it before that replica could', async () => {
    const tries: number[] = [];
    await runner(async (run) => {
      tries.push(performance.now());
      run.yieldLease();
    });
    await enqueue('resp_1');
    await eventually(() => tries.length === 1);
    await pause(300);
    // Ignores the number of attempts, because a stalled machine causes the next one.
    expect(tries.filter((at, n) => n > 0 && at - (tries[n - 1] ?? at) < 1_900)).toEqual([]);
    await eventually(async () => (await stores.store.countJobs()).queued === 1);
    const attempts: number[] = [];
    await runner(
      async (run) => {
        attempts.push(run.job.attempt);
        await run.readLog();
        await end(run);
      },
      {},
      await stores.open(),
    );
    await eventually(async () => (await statusOf('resp_1')) === 'completed');
    // A job that another replica could not do counts as no attempt.
    expect(attempts).toEqual([1]);
  });

  it('does not reclaim a job that it left to others with a claim in flight', async () => {
    const tries: number[] = [];
    let claims = 0;
    const slow: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      claimJob: async (...args) => {
        if (claims > 0) await pause(200);
        const job = await stores.store.claimJob(...args);
        if (job !== undefined) claims += 1;
        return job;
      },
    };
    await enqueue('resp_1');
    await runner(
      async (run) => {
        tries.push(performance.now());
        run.yieldLease();
      },
      {},
      slow,
    );
    await eventually(() => tries.length === 1);
    await eventually(async () => (await stores.store.countJobs()).queued === 1);
    await pause(300);
    expect(tries.filter((at, n) => n > 0 && at - (tries[n - 1] ?? at) < 1_900)).toEqual([]);
  });

  it('runs its own jobs while it leaves one to others', async () => {
    const own = Array.from({ length: 30 }, (_, n) => `own_${n}`);
    await stores.store.putTurn(turnOf({ id: 'others', status: 'queued' }), { job: { request: {}, fairQueueKey: 1 } });
    await Promise.all(own.map(enqueue));
    let remaining = 0;
    await runner(
      async (run) => {
        if (run.job.turnId === 'others') {
          remaining += 1;
          return run.yieldLease();
        }
        await run.readLog();
        await end(run);
      },
      { concurrency: 1 },
    );
    await eventually(async () => (await Promise.all(own.map(statusOf))).every((status) => status === 'completed'));
    expect(remaining).toBeGreaterThan(0);
  });

  it('lets jobs end in time on shutdown and starts no more', async () => {
    await Promise.all([enqueue('one'), enqueue('two')]);
    const started: string[] = [];
    const goOn = Promise.withResolvers<void>();
    const leaving = await runner(async (run) => {
      started.push(run.job.turnId);
      await run.readLog();
      await goOn.promise;
      await end(run);
    });
    await eventually(() => started.length === 2);
    const stopping = leaving.stop(noTestTakesAsLong);
    await enqueue('never');
    await pause(100);
    goOn.resolve();
    await stopping;
    expect(await Promise.all(['one', 'two', 'never'].map(statusOf))).toEqual(['completed', 'completed', 'queued']);
    expect(started.toSorted()).toEqual(['one', 'two']);
    expect(await stores.store.countJobs()).toEqual({ queued: 1, running: 0, expired: 0 });
  });

  it('that stops ends the work that takes too long, and gives it back at once', async () => {
    await enqueue('resp_1');
    const reasons: unknown[] = [];
    let started = false;
    const leaving = await runner(async (run) => {
      await run.readLog();
      started = true;
      await untilAborted(run);
      reasons.push(run.stopReason);
    });
    await eventually(() => started);
    await leaving.stop(50);
    expect(reasons).toEqual(['stopping']);
    expect(await stores.store.countJobs()).toEqual({ queued: 1, running: 0, expired: 0 });
  });

  it('that stops does not wait for work that takes no notice, but gives its job back, and only once', async () => {
    await enqueue('resp_1');
    let started = false;
    let wake = (): void => undefined;
    const deaf = new Promise<void>((resolve) => (wake = resolve));
    const leaving = await runner(async (run) => {
      run.markYielded();
      started = true;
      await deaf;
    });
    await eventually(() => started);
    await leaving.stop(10);
    expect((await stores.store.countJobs()).queued).toBe(1);
    // No attempt was counted: the next claim has the same attempt number.
    expect((await stores.store.claimJob('', testJobSettings.leaseMs))?.attempt).toBe(1);
    wake();
    await eventually(() => leaving.running === 0);
    expect(await stores.store.countJobs()).toEqual({ queued: 0, running: 1, expired: 0 });
  });

  it('stops at once when it waits for nothing', async () => {
    const idle = await runner(async () => undefined);
    await expect(idle.stop(noTestTakesAsLong)).resolves.toBeUndefined();
  });
}
