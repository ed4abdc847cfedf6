// Several runners on one store: what the replicas of the service do.
import type { JobRun } from '#src/background/job-run.js';
import { JobRunner, type JobRunnerOptions } from '#src/background/job-runner.js';
import type { JobSettings } from '#src/background/job-settings.js';
import { DamagedContentError } from '#src/errors/damaged-content-error.js';
import { EngineError } from '#src/errors/engine-error.js';
import type { Store } from '#src/ports/store.js';
import { noLease } from '#src/testing/lease-times.js';
import { useStores, type StorePlace } from '#src/testing/store-place.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { bound, eventually, pause, settings, short, untilAborted, unwatched } from './job-runner-kit.js';

/** What holds of runners on any store. */
export function describeJobRunner(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`A runner of jobs in ${name}`, () => {
    const stores = useStores(makePlace);
    let runners: JobRunner[];
    let failures: unknown[];
    beforeEach(() => {
      runners = [];
      failures = [];
    });
    // Runs before the stores are closed.
    afterEach(() => Promise.all(runners.map((each) => each.stop(0))));

    async function runner(perform: (run: JobRun) => Promise<void>, over: Partial<JobSettings> = {}, store: JobRunnerOptions['store'] = stores.store, queue = ''): Promise<JobRunner> {
      const made = new JobRunner({ store, settings: { ...settings, ...over }, queue, perform, onFailure: (error) => failures.push(error) });
      runners.push(made);
      await made.start();
      return made;
    }
    const enqueue = (id: string): Promise<boolean> =>
      stores.store.putTurn(turnOf({ id, status: 'queued', output: [] }), { job: { request: { of: id } }, events: [{ seq: 0, data: '"queued"' }] });
    const end = (run: JobRun, by = 'end'): Promise<boolean> => run.end(turnOf({ id: run.job.turnId, wire: { by } }), [JSON.stringify(by)]);
    const log = async (id: string): Promise<string[]> => (await stores.store.readEvents('ada', id, -1, 1_000))?.events.map(({ data }) => data) ?? [];
    const statusOf = async (id: string): Promise<string | undefined> => (await stores.store.getTurn('ada', id))?.status;

    it('does each job once, however many replicas there are, and its log has no gap', async () => {
      const begun: string[] = [];
      const perform = async (run: JobRun): Promise<void> => {
        begun.push(run.job.turnId);
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
      await eventually(async () => (await Promise.all(ids.map(statusOf))).every((status) => status === 'completed'), 10_000);
      expect(begun.toSorted()).toEqual(ids.toSorted());
      for (const id of ids) expect(await log(id)).toEqual(['"queued"', ...Array.from({ length: 20 }, (_, n) => `"${n}"`), '"end"']);
      expect(failures).toEqual([]);
    });

    it('works on a bounded number at once, and goes on when one is done', async () => {
      let open = 0;
      let most = 0;
      await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(`resp_${n}`)));
      await runner(async (run) => {
        most = Math.max(most, (open += 1));
        await run.readLog();
        await pause(20);
        await end(run);
        open -= 1;
      });
      await eventually(async () => (await stores.store.countJobs()).queued === 0 && open === 0);
      expect(most).toBe(4);
    });

    it('takes others in the place of those that wait for somebody else, up to as many as may work', async () => {
      await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(`resp_${n}`)));
      const goOn = Promise.withResolvers<void>();
      const begun: string[] = [];
      let working = 0;
      await runner(async (run) => {
        begun.push(run.job.turnId);
        await run.readLog();
        await run.standBy(() => goOn.promise);
        working += 1;
        await end(run);
      }, { concurrency: 3 });
      await eventually(() => begun.length === 6);
      await pause(100);
      expect(begun).toHaveLength(6);
      expect(working).toBe(0);
      goOn.resolve();
      await eventually(() => working === 12);
      expect(new Set(begun).size).toBe(12);
    });

    it('does not wait for those that go on when it takes others', async () => {
      await Promise.all(['waits', 'works', 'next'].map((id) => enqueue(id)));
      const [goOn, workEnds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended: string[] = [];
      const begun: string[] = [];
      await runner(async (run) => {
        const { turnId } = run.job;
        begun.push(turnId);
        await run.readLog();
        if (begun.length === 1) await run.standBy(() => goOn.promise);
        else await workEnds.promise;
        ended.push(turnId);
        await end(run);
      }, { concurrency: 1 });
      await eventually(() => begun.length === 2);
      goOn.resolve();
      await eventually(() => ended.length === 1);
      expect(ended).toEqual(begun.slice(0, 1));
      await pause(60);
      expect(begun).toHaveLength(2);
      workEnds.resolve();
      await eventually(() => ended.length === 3);
    });

    it('takes the jobs of its queue alone, of all owners in turns', async () => {
      const begun: string[] = [];
      for (const [owner, id] of [['ada', 'a1'], ['ada', 'a2'], ['ada', 'a3'], ['bob', 'b1'], ['eve', 'e1']] as const) {
        await stores.store.putTurn(turnOf({ id, owner, status: 'queued' }), { job: { request: {}, queue: 'long' } });
      }
      await enqueue('usual');
      const perform = async (run: JobRun): Promise<void> => {
        const { turnId, owner, queue } = run.job;
        begun.push(`${queue} ${turnId}`);
        await run.readLog();
        await run.end(turnOf({ id: turnId, owner }), []);
      };
      await runner(perform, { concurrency: 1 }, stores.store, 'long');
      await eventually(() => begun.length === 5);
      await runner(perform, { concurrency: 1 }, stores.store);
      await eventually(() => begun.length === 6);
      expect(begun).toEqual(['long a1', 'long b1', 'long e1', 'long a2', 'long a3', ' usual']);
    });

    it('has written all that was pushed before it gives a job back', async () => {
      await enqueue('resp_1');
      const seen: unknown[] = [];
      await runner(async (run) => {
        seen.push((await run.readLog())?.map(({ data }) => data));
        if (run.job.attempt > 1) return void (await end(run));
        run.push(['"at once"']);
        await pause(50);
        run.push(['"later"']);
        await run.flush();
      }, { batchMs: 60_000 });
      await eventually(async () => (await statusOf('resp_1')) === 'completed');
      expect(seen).toEqual([['"queued"'], ['"queued"', '"at once"', '"later"']]);
      expect(failures).toEqual([]);
    });

    it('keeps the right to a job that takes longer than a lease', async () => {
      await enqueue('resp_1');
      const attempts: number[] = [];
      const perform = async (run: JobRun): Promise<void> => {
        attempts.push(run.job.attempt);
        await run.readLog();
        await pause(700);
        expect(await end(run)).toBe(true);
      };
      await Promise.all([runner(perform, short, unwatched(stores.store)), runner(perform, short, unwatched(await stores.open()))]);
      await eventually(async () => (await statusOf('resp_1')) === 'completed');
      expect(attempts).toEqual([1]);
    });

    it.each(['once', 'again and again'])('goes on with its own job when the clock of the store jumps ahead %s', async (often) => {
      await enqueue('resp_1');
      const attempts: number[] = [];
      const outcomes: unknown[] = [];
      const jump = (run: JobRun): Promise<unknown> => stores.store.extendLease(run.job, noLease);
      await runner(async (run) => {
        attempts.push(run.job.attempt);
        await run.readLog();
        await jump(run);
        for (let n = 0; n < 30; n++) {
          if (often !== 'once') await jump(run);
          await run.push([`"${n}"`]);
          await pause(10);
        }
        outcomes.push(await end(run), run.stopReason);
      }, { heartbeatMs: 600_000, pollMs: 10 });
      await eventually(() => outcomes.length === 2);
      expect(attempts).toEqual([1]);
      expect(outcomes).toEqual([true, undefined]);
      expect(await log('resp_1')).toHaveLength(32);
      expect(failures).toEqual([]);
    });

    it('gives its job up that another one took when the clock of the store jumped ahead', async () => {
      await enqueue('resp_1');
      const ended: unknown[] = [];
      await runner(async (run) => {
        await run.readLog();
        await stores.store.extendLease(run.job, noLease);
        expect(await stores.store.claimJob('', noLease)).toMatchObject({ attempt: 2 });
        await eventually(() => ended.length === 1);
        ended.push(await end(run, 'first'));
      }, { heartbeatMs: 600_000, pollMs: 600_000, concurrency: 1 }, unwatched(stores.store));
      await eventually(async () => (await stores.store.countJobs()).expired === 1);
      await runner(async (run) => {
        expect(run.job.attempt).toBe(3);
        await run.readLog();
        ended.push(await end(run, 'third'));
      });
      await eventually(() => ended.length === 2);
      expect(ended).toEqual([true, false]);
      expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ wire: { by: 'third' } });
    });

    it('takes its own signs of life for no news, which would cause more of them', async () => {
      await enqueue('resp_1');
      let signs = 0;
      const store: JobRunnerOptions['store'] = { ...bound(stores.store), extendLease: (...args) => ((signs += 1), stores.store.extendLease(...args)) };
      const slow: Partial<JobSettings> = { leaseMs: 60_000, heartbeatMs: 500, pollMs: 600_000 };
      await runner(async (run) => (await run.readLog(), await untilAborted(run)), slow, store);
      await eventually(() => signs > 1);
      signs = 0;
      await pause(1_600);
      expect(signs).toBeLessThanOrEqual(4);
    });

    it.each([
      ['ends', async (run: JobRun): Promise<unknown> => run.end(turnOf({ id: 'resp_1', wire: { by: 'first' } }), ['"first"'])],
      ['logs', async (run: JobRun): Promise<unknown> => (await run.push(['"too late"']), await untilAborted(run), run.stopReason !== 'lost')],
    ])('takes over the job of a process that gives no sign of life; nothing counts that this one then %s', async (_, act) => {
      await enqueue('resp_1');
      const outcome: unknown[] = [];
      let taken = 0;
      const mute: Partial<JobSettings> = { ...short, heartbeatMs: 600_000, pollMs: 600_000, concurrency: 1 };
      let held = false;
      await runner(async (run) => {
        await run.readLog();
        await run.push(['"seen"']);
        held = true;
        await eventually(() => taken > 0);
        outcome.push(await act(run));
      }, mute, unwatched(await stores.open()));
      await eventually(() => held);
      const claimed: number[] = [];
      const begun = performance.now();
      await runner(async (run) => {
        claimed.push(run.job.attempt);
        taken = performance.now();
        expect((await run.readLog())?.map(({ data }) => data)).toEqual(['"queued"', '"seen"']);
        await eventually(() => outcome.length === 1);
        await end(run, 'second');
      });
      await eventually(async () => (await statusOf('resp_1')) === 'completed');
      expect(taken - begun).toBeLessThan(1_000);
      expect(claimed).toEqual([2]);
      expect(outcome).toEqual([false]);
      expect(await log('resp_1')).toEqual(['"queued"', '"seen"', '"second"']);
      expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ wire: { by: 'second' } });
    });

    it('hears within 250 ms that a job is not wanted any more, from any replica, also while it logs', async () => {
      const other = await stores.open();
      await enqueue('resp_1');
      let abortedAt = 0;
      let begun = false;
      await runner(async (run) => {
        await run.readLog();
        begun = true;
        for (let n = 0; !run.signal.aborted; n++) {
          await run.push([`"${n}"`]);
          await Promise.race([pause(5), untilAborted(run)]);
        }
        abortedAt = performance.now();
        expect(run.stopReason).toBe('cancelled');
        await run.end(turnOf({ id: 'resp_1', status: 'cancelled' }), ['"cancelled"']);
      }, { leaseMs: 60_000, heartbeatMs: 600_000 });
      await eventually(() => begun);
      await pause(60);
      const asked = performance.now();
      await stores.store.requestCancel('ada', 'resp_1');
      await eventually(() => abortedAt > 0);
      expect(abortedAt - asked).toBeLessThan(250);
      await eventually(async () => (await other.getTurn('ada', 'resp_1'))?.status === 'cancelled');
      expect((await log('resp_1')).at(-1)).toBe('"cancelled"');
    });

    it.each([
      ['ended by somebody else', () => stores.store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled' }), {})],
      ['deleted', () => stores.store.deleteTurn('ada', 'resp_1')],
    ] as const)('stops work on a turn that was %s', async (_, act) => {
      await enqueue('resp_1');
      const reasons: unknown[] = [];
      let begun = false;
      await runner(async (run) => {
        await run.readLog();
        begun = true;
        await untilAborted(run);
        reasons.push(run.stopReason);
      });
      await eventually(() => begun);
      await act();
      await eventually(() => reasons.length === 1);
      expect(reasons).toEqual(['lost']);
    });

    it('that stops lets jobs end in time, gives the others back at once, and begins no more', async () => {
      await Promise.all([enqueue('quick'), enqueue('slow')]);
      const begun: string[] = [];
      const leaving = await runner(
        async (run) => {
          begun.push(run.job.turnId);
          await run.readLog();
          if (run.job.turnId === 'quick') await pause(80).then(() => end(run));
          else await untilAborted(run);
        },
        { leaseMs: 60_000 },
      );
      await eventually(() => begun.length === 2);
      const stopping = leaving.stop(200);
      await enqueue('never');
      await stopping;
      expect(await statusOf('quick')).toBe('completed');
      expect(begun.toSorted()).toEqual(['quick', 'slow']);
      expect(await stores.store.countJobs()).toEqual({ queued: 2, running: 0, expired: 0 });
    });

    it('that stops does not wait for work that takes no notice, but gives its job back', async () => {
      await enqueue('resp_1');
      let begun = false;
      let wake = (): void => undefined;
      const deaf = new Promise<void>((resolve) => (wake = resolve));
      const leaving = await runner(async () => ((begun = true), await deaf), { leaseMs: 60_000 });
      await eventually(() => begun);
      await leaving.stop(10);
      expect((await stores.store.countJobs()).queued).toBe(1);
      wake();
    });

    it('that waits for nothing stops at once', async () => {
      const idle = await runner(async () => undefined);
      const begun = performance.now();
      await idle.stop(10_000);
      expect(performance.now() - begun).toBeLessThan(1_000);
    });

    it('does not begin a job again at once whose work throws', async () => {
      await enqueue('resp_1');
      const attempts: number[] = [];
      await runner(async (run) => {
        attempts.push(run.job.attempt);
        throw new Error('broken');
      }, short);
      await pause(200);
      expect(attempts).toEqual([1]);
      await eventually(() => attempts.length === 2);
      expect(failures[0]).toMatchObject({ message: 'broken' });
    });

    it('ends a turn as failed whose content is damaged, instead of trying for ever', async () => {
      await Promise.all([enqueue('damaged'), enqueue('whole')]);
      const attempts: string[] = [];
      await runner(async (run) => {
        attempts.push(`${run.job.turnId} ${run.job.attempt}`);
        if (run.job.turnId === 'damaged') throw new DamagedContentError(new Error('reason'));
        await run.readLog();
        await end(run);
      }, short);
      await eventually(async () => (await Promise.all(['damaged', 'whole'].map(statusOf))).every((status) => status !== 'queued'));
      expect(await Promise.all(['damaged', 'whole'].map(statusOf))).toEqual(['failed', 'completed']);
      expect(attempts.toSorted()).toEqual(['damaged 1', 'whole 1']);
      expect(failures).toMatchObject([{ message: 'Stored content is damaged.', cause: { message: 'reason' } }]);
      expect(await stores.store.countJobs()).toEqual({ queued: 0, running: 0, expired: 0 });
    });

    it('takes as written what was written, though the acknowledgement got lost', async () => {
      await enqueue('resp_1');
      const lost: string[] = [];
      /** The first time it is carried out, and nobody hears of it. */
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
      await runner(async (run) => {
        await run.readLog();
        outcomes.push(run.job.attempt, await run.update(turnOf({ id: 'resp_1', status: 'in_progress' })));
        run.push(['"one"', '"two"']);
        await eventually(async () => (await log('resp_1')).length === 3);
        run.push(['"three"']);
        outcomes.push(await end(run), run.stopReason);
      }, { heartbeatMs: 600_000 }, unwatched(store));
      await eventually(() => outcomes.length === 4);
      expect(outcomes).toEqual([1, true, true, undefined]);
      expect(lost).toEqual(['in_progress', 'events', 'completed']);
      expect(await log('resp_1')).toEqual(['"queued"', '"one"', '"two"', '"three"', '"end"']);
      expect(failures).toEqual([]);
    });

    it('takes nothing as written that somebody else wrote', async () => {
      await enqueue('resp_1');
      let refused = 0;
      const store: JobRunnerOptions['store'] = {
        ...bound(stores.store),
        putTurn: async (...args) => {
          if ((refused += 1) > 1) return stores.store.putTurn(...args);
          await stores.store.putTurn(turnOf({ id: 'resp_1', wire: { by: 'somebody else' } }));
          throw new EngineError('overloaded', 'The database cannot be reached.');
        },
      };
      const outcomes: unknown[] = [];
      await runner(async (run) => {
        await run.readLog();
        outcomes.push(await end(run));
      }, {}, unwatched(store));
      await eventually(() => outcomes.length === 1);
      expect(outcomes).toEqual([false]);
      expect(await stores.store.getTurn('ada', 'resp_1')).toMatchObject({ wire: { by: 'somebody else' } });
    });

    it('tries again to write what a busy store refused, as long as it holds the lease', async () => {
      await enqueue('resp_1');
      let refused = 0;
      const busy = async (): Promise<void> => {
        if ((refused += 1) <= 2) throw new EngineError('overloaded', 'busy');
      };
      const store: JobRunnerOptions['store'] = {
        ...bound(stores.store),
        putTurn: async (...args) => (await busy(), stores.store.putTurn(...args)),
      };
      await runner(async (run) => {
        await run.readLog();
        await end(run);
      }, {}, store);
      await eventually(async () => (await statusOf('resp_1')) === 'completed');
      expect(refused).toBe(3);
      expect(failures).toEqual([]);
    });
  });
}
