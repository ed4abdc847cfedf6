import { DamagedContentError, EngineError, type JobRun, type JobRunnerOptions } from '@org/engine';
import type { Lease } from '@org/engine/storage';
import { eventually, noLease, pause, turnOf } from '@org/engine/testing';
import { bound, unwatched, untilAborted } from './job-runner-kit.js';
import type { RunnersOfATest } from './use-runners.js';

/** What is written of a job, though work and stores fail. */
export function describeWrites({ stores, failures, runner, enqueue, end, log, statusOf }: RunnersOfATest): void {
  it('has written all that was pushed before it gives a job back', async () => {
    await enqueue('resp_1');
    const seen: unknown[] = [];
    await runner(
      async (run) => {
        seen.push((await run.readLog())?.map(({ data }) => data));
        if (run.job.attempt > 1) return void (await end(run));
        run.push(['"at once"']);
        await pause(50);
        run.push(['"later"']);
        await run.flush();
      },
      { batchMs: 60_000 },
    );
    await eventually(async () => (await statusOf('resp_1')) === 'completed');
    expect(seen).toEqual([['"queued"'], ['"queued"', '"at once"', '"later"']]);
    expect(failures).toEqual([]);
  });

  it('takes as written what was written, though the acknowledgement got lost', async () => {
    await enqueue('resp_1');
    const lost: string[] = [];
    /** Carries out the first write and loses its response. */
    const losing = async <Result>(what: string, write: () => Promise<Result>): Promise<Result> => {
      const result = await write();
      if (lost.includes(what)) return result;
      lost.push(what);
      throw new EngineError('overloaded', 'The database cannot be reached.');
    };
    const store: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      appendEvents: (...args) => losing('events', () => stores.store.appendEvents(...args)),
      putTurn: (turn, addition) => losing(turn.status, () => stores.store.putTurn(turn, addition)),
    };
    const outcomes: unknown[] = [];
    await runner(
      async (run) => {
        await run.readLog();
        outcomes.push(run.job.attempt, await run.update(turnOf({ id: 'resp_1', status: 'in_progress' })));
        run.push(['"one"', '"two"']);
        await eventually(async () => (await log('resp_1')).length === 3);
        run.push(['"three"']);
        outcomes.push(await end(run), run.stopReason);
      },
      { heartbeatMs: 600_000 },
      unwatched(store),
    );
    await eventually(() => outcomes.length === 4);
    expect(outcomes).toEqual([1, true, true, undefined]);
    expect(lost).toEqual(['in_progress', 'events', 'completed']);
    expect(await log('resp_1')).toEqual(['"queued"', '"one"', '"two"', '"three"', '"end"']);
    expect(failures).toEqual([]);
  });

  it('does not take its own unconfirmed end for a lost lease', async () => {
    await enqueue('resp_1');
    const rights: string[] = [];
    const store: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      extendLease: async (...args) => {
        const right = await stores.store.extendLease(...args);
        rights.push(right);
        return right;
      },
      putTurn: async (...args) => {
        const written = await stores.store.putTurn(...args);
        await eventually(() => rights.at(-1) === 'lost');
        await pause(20);
        return written;
      },
    };
    const outcomes: unknown[] = [];
    await runner(
      async (run) => {
        await run.readLog();
        outcomes.push(await end(run), run.stopReason);
      },
      { heartbeatMs: 10 },
      unwatched(store),
    );
    await eventually(() => outcomes.length === 2);
    expect(outcomes).toEqual([true, undefined]);
  });

  it('does not count a write of another process as its own', async () => {
    await enqueue('resp_1');
    let refused = 0;
    const store: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      putTurn: async (...args) => {
        if ((refused += 1) > 1) return stores.store.putTurn(...args);
        await stores.store.putTurn(turnOf({ id: 'resp_1', payload: { by: 'somebody else' } }));
        throw new EngineError('overloaded', 'The database cannot be reached.');
      },
    };
    const outcomes: unknown[] = [];
    await runner(
      async (run) => {
        await run.readLog();
        outcomes.push(await end(run));
      },
      {},
      unwatched(store),
    );
    await eventually(() => outcomes.length === 1);
    expect(outcomes).toEqual([false]);
    expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ payload: { by: 'somebody else' } });
  });

  it('retries a write that a busy store rejected, as long as it holds the lease', async () => {
    await enqueue('resp_1');
    let refused = 0;
    const busy = async (): Promise<void> => {
      if ((refused += 1) <= 2) throw new EngineError('overloaded', 'busy');
    };
    const store: JobRunnerOptions['store'] = {
      ...bound(stores.store),
      putTurn: async (...args) => (await busy(), stores.store.putTurn(...args)),
    };
    await runner(
      async (run) => {
        await run.readLog();
        await end(run);
      },
      {},
      store,
    );
    await eventually(async () => (await statusOf('resp_1')) === 'completed');
    expect(refused).toBe(3);
    expect(failures).toEqual([]);
  });

  it.each([
    [
      'an event',
      new EngineError('internal', 'The disk is full: nothing was stored.'),
      1_000,
      (run: JobRun): Promise<void> => (void run.push(['"one"']), untilAborted(run)),
    ],
    [
      'the end',
      new EngineError('internal', 'The disk is full: nothing was stored.'),
      1_000,
      async (run: JobRun): Promise<void> => void (await end(run)),
    ],
    ['a sign of life', new EngineError('overloaded', 'The database cannot be reached.'), 1_000, untilAborted],
  ] as const)(
    'passes the error of the store to the next attempt when %s could not be written',
    async (_, failure, leaseMs, work) => {
      await enqueue('resp_1');
      let fails = true;
      const write = async <Result>(carryOut: () => Promise<Result>): Promise<Result> => {
        if (fails) throw failure;
        return carryOut();
      };
      const store: JobRunnerOptions['store'] = {
        ...bound(stores.store),
        appendEvents: (...args) => write(() => stores.store.appendEvents(...args)),
        putTurn: (...args) => write(() => stores.store.putTurn(...args)),
        extendLease: async (...args) => await write(() => stores.store.extendLease(...args)),
      };
      const known: unknown[] = [];
      await runner(
        async (run) => {
          await run.readLog();
          known.push(run.job.attempt, run.earlierFailure);
          if (run.job.attempt === 1) return work(run).finally(() => (fails = false));
          await end(run);
        },
        { leaseMs },
        unwatched(store),
      );
      await eventually(async () => (await statusOf('resp_1')) === 'completed');
      expect(known).toEqual([1, undefined, 2, failure]);
    },
  );

  it('does not restart a job at once whose work throws', async () => {
    await enqueue('resp_1');
    const started: Lease[] = [];
    await runner(async (run) => {
      started.push(run.job);
      throw new Error('broken');
    });
    await eventually(() => failures.length === 1);
    await pause(200);
    expect(started).toHaveLength(1);
    for (const lease of started.slice()) await stores.store.extendLease(lease, noLease);
    await eventually(() => started.length > 1);
    expect(failures[0]).toMatchObject({ message: 'broken' });
  });

  it('ends a turn with damaged content as failed instead of retrying forever', async () => {
    await Promise.all([enqueue('damaged'), enqueue('whole')]);
    const attempts: string[] = [];
    await runner(async (run) => {
      attempts.push(`${run.job.turnId} ${run.job.attempt}`);
      if (run.job.turnId === 'damaged') throw new DamagedContentError(new Error('reason'));
      await run.readLog();
      await end(run);
    });
    await eventually(async () =>
      (await Promise.all(['damaged', 'whole'].map(statusOf))).every((status) => status !== 'queued'),
    );
    expect(await Promise.all(['damaged', 'whole'].map(statusOf))).toEqual(['failed', 'completed']);
    expect(attempts.toSorted()).toEqual(['damaged 1', 'whole 1']);
    expect(failures).toMatchObject([{ message: 'Stored content is damaged.', cause: { message: 'reason' } }]);
    expect(await stores.store.countJobs()).toEqual({ queued: 0, running: 0, expired: 0 });
  });
}
