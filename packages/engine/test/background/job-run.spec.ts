import { JobRun, type RunStore } from '#src/background/job-run.js';
import type { Job } from '#src/ports/job-store.js';
import type { TurnAddition } from '#src/ports/store.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { settings } from './job-runner-kit.js';

const job: Job = { owner: 'ada', turnId: 't', attempt: 2, lane: 0, queue: '', request: {}, createdAt: 1, cancelRequested: false, expired: false };

describe('The work on a job', () => {
  let additions: (TurnAddition | undefined)[];
  let logged: string[];
  let right: 'held' | 'cancel-requested' | 'lost';
  let watched: number;
  const store: RunStore = {
    extendLease: async () => right,
    othersWait: async () => false,
    releaseJob: async () => undefined,
    failTurn: async () => true,
    watchTurn: async () => {
      watched += 1;
      return () => void (watched -= 1);
    },
    readEvents: async () => ({ status: 'in_progress', events: [] }),
    appendEvents: async (_owner, _id, events) => logged.push(...events.map(({ data }) => data)) > 0,
    putTurn: async (_turn, addition) => additions.push(addition) > 0,
    getTurn: async () => undefined,
  };
  const begin = (claimedAt = performance.now()): JobRun => new JobRun(job, store, { ...settings, heartbeatMs: 3_600_000 }, claimedAt);

  beforeEach(() => {
    [additions, logged, right, watched] = [[], [], 'held', 0];
  });

  it('writes every state of its turn under its lease', async () => {
    const run = begin();
    await run.readLog();
    await run.update(turnOf({ id: 't' }));
    await run.end(turnOf({ id: 't' }), []);
    expect(additions.map((addition) => addition?.lease)).toEqual([job, job]);
  });

  it('hears of a cancel that came between its claim and its watch', async () => {
    right = 'cancel-requested';
    const run = begin();
    const stopped = new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    await run.open();
    await stopped;
    expect(run.stopReason).toBe('cancelled');
    await run.close(false);
  });

  it('ends for the reason that came first, and for none once its turn has ended', async () => {
    const [stopped, ended] = [begin(), begin()];
    stopped.stop('cancelled');
    stopped.stop('lost');
    expect(stopped.stopReason).toBe('cancelled');
    await ended.readLog();
    await ended.end(turnOf({ id: 't' }), []);
    ended.stop('lost');
    expect([ended.stopReason, ended.signal.aborted]).toEqual([undefined, false]);
  });

  it('may come to its end when the process is about to leave, also behind a rest; a rest may not', async () => {
    const [working, resting] = [begin(), begin()];
    await working.rest(0);
    working.leave();
    expect([working.stopReason, working.leaving.aborted]).toEqual([undefined, true]);
    const rest = resting.rest(3_600_000);
    resting.leave();
    await rest;
    expect(resting.stopReason).toBe('stopping');
  });

  it('adds nothing to the log once its lease has run out, whatever the store says', async () => {
    const run = begin(-settings.leaseMs);
    await run.readLog();
    await run.push(['late']);
    await expect(run.flush()).rejects.toMatchObject({ code: 'conflict' });
    expect(logged).toEqual([]);
  });

  it('listens for no news when it is over', async () => {
    const run = begin();
    await run.open();
    await run.close(true);
    expect(watched).toBe(0);
  });
});
