import type { JobRun, Store } from '@org/engine';
import { eventually, pause, turnOf } from '@org/engine/testing';
import { untilAborted } from './job-runner-kit.js';
import type { RunnersOfATest } from './use-runners.js';

/** Which jobs a runner takes, and how many at once. */
export function describeSharing({ stores, failures, runner, enqueue, end, log, statusOf }: RunnersOfATest): void {
  it('does each job once, however many replicas there are, and its log has no gap', async () => {
    const started: string[] = [];
    const perform = async (run: JobRun): Promise<void> => {
      started.push(run.job.turnId);
      await run.readLog();
      for (let n = 0; n < 20; n++) {
        await run.push([`"${n}"`]);
        if (n % 7 === 0) await pause(3);
      }
      expect(await end(run)).toBe(true);
    };
    const other: Store = await stores.open();
    await Promise.all([runner(perform), runner(perform, {}, other)]);
    const ids = Array.from({ length: 30 }, (_, n) => `resp_${n}`);
    await Promise.all(ids.map(enqueue));
    await eventually(async () => (await Promise.all(ids.map(statusOf))).every((status) => status === 'completed'));
    expect(started.toSorted()).toEqual(ids.toSorted());
    for (const id of ids)
      expect(await log(id)).toEqual(['"queued"', ...Array.from({ length: 20 }, (_, n) => `"${n}"`), '"end"']);
    expect(failures).toEqual([]);
  });

  it('ends work that is over before its start and runs the next job', async () => {
    let now = 0;
    const store = await stores.open({ now: () => now });
    for (const [n, id] of ['resp_0', 'resp_1', 'resp_2'].entries()) {
      const expiresAt = n < 2 ? { expiresAt: 10 } : {};
      await store.putTurn(turnOf({ id, status: 'queued', createdAt: n, output: [], ...expiresAt }), {
        job: { request: {}, oneOf: 'conv_1' },
      });
    }
    now = 10;
    const started: string[] = [];
    await runner(
      async (run) => {
        started.push(run.job.turnId);
        await run.readLog();
        await end(run);
      },
      {},
      store,
    );
    await eventually(async () => (await statusOf('resp_2')) === 'completed');
    expect(started).toEqual(['resp_2']);
    expect(await store.countJobs()).toEqual({ queued: 0, running: 0, expired: 0 });
    expect(failures).toEqual([]);
  });

  it('runs a bounded number of jobs at once and starts the next when one ends', async () => {
    let open = 0;
    let max = 0;
    let done = 0;
    const goOn = Promise.withResolvers<void>();
    await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(`resp_${n}`)));
    await runner(
      async (run) => {
        max = Math.max(max, (open += 1));
        await run.readLog();
        await goOn.promise;
        open -= 1;
        await end(run);
        done += 1;
      },
      { concurrency: 4 },
    );
    await eventually(() => open === 4);
    // One more job would start now.
    await pause(100);
    goOn.resolve();
    await eventually(() => done === 12);
    expect(max).toBe(4);
  });

  it('replaces waiting jobs by others, up to the concurrency limit', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(`resp_${n}`)));
    const goOn = Promise.withResolvers<void>();
    const started: string[] = [];
    let working = 0;
    await runner(
      async (run) => {
        started.push(run.job.turnId);
        await run.readLog();
        await run.waitOutside(() => goOn.promise);
        working += 1;
        await end(run);
      },
      { concurrency: 3 },
    );
    await eventually(() => started.length === 6);
    await pause(100);
    expect(started).toHaveLength(6);
    expect(working).toBe(0);
    goOn.resolve();
    await eventually(() => working === 12);
    expect(new Set(started).size).toBe(12);
  });

  it('does not wait for running jobs when it starts others', async () => {
    await Promise.all(['waits', 'works', 'next'].map((id) => enqueue(id)));
    const [goOn, workEnds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended: string[] = [];
    const started: string[] = [];
    await runner(
      async (run) => {
        const { turnId } = run.job;
        started.push(turnId);
        await run.readLog();
        if (started.length === 1) await run.waitOutside(() => goOn.promise);
        else await workEnds.promise;
        ended.push(turnId);
        await end(run);
      },
      { concurrency: 1 },
    );
    await eventually(() => started.length === 2);
    goOn.resolve();
    await eventually(() => ended.length === 1);
    expect(ended).toEqual(started.slice(0, 1));
    await pause(60);
    expect(started).toHaveLength(2);
    workEnds.resolve();
    await eventually(() => ended.length === 3);
  });

  it.each([1, 4])(
    'starts a job of another fair-queue key at the next free slot of %d, however many jobs of one key wait',
    async (concurrency) => {
      const stuck: (() => void)[] = [];
      const started: number[] = [];
      const add = (id: string, fairQueueKey: number): Promise<boolean> =>
        stores.store.putTurn(turnOf({ id, status: 'queued', output: [] }), { job: { request: {}, fairQueueKey } });
      for (let n = 0; n < 100; n++) await add(`busy_${n}`, 1);
      await runner(
        async (run) => {
          started.push(run.job.fairQueueKey);
          await run.readLog();
          if (run.job.fairQueueKey === 1)
            await Promise.race([untilAborted(run), new Promise<void>((resolve) => stuck.push(resolve))]);
          await end(run);
        },
        { concurrency },
      );
      await eventually(() => stuck.length === concurrency);
      await add('idle', 2);
      stuck[0]?.();
      await eventually(async () => (await statusOf('idle')) === 'completed');
      expect(started.indexOf(2)).toBe(concurrency);
    },
  );

  it('takes the jobs of its queue alone, of all owners in turns', async () => {
    const started: string[] = [];
    for (const [owner, id] of [
      ['ada', 'a1'],
      ['ada', 'a2'],
      ['ada', 'a3'],
      ['bob', 'b1'],
      ['eve', 'e1'],
    ] as const) {
      await stores.store.putTurn(turnOf({ id, owner, status: 'queued' }), { job: { request: {}, queue: 'long' } });
    }
    await enqueue('usual');
    const perform = async (run: JobRun): Promise<void> => {
      const { turnId, owner, queue } = run.job;
      started.push(`${queue} ${turnId}`);
      await run.readLog();
      await run.end(turnOf({ id: turnId, owner }), []);
    };
    await runner(perform, { concurrency: 1 }, stores.store, 'long');
    await eventually(() => started.length === 5);
    await runner(perform, { concurrency: 1 }, stores.store);
    await eventually(() => started.length === 6);
    expect(started).toEqual(['long a1', 'long b1', 'long e1', 'long a2', 'long a3', ' usual']);
  });
}
