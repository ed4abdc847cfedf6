import { JobRun } from '#src/background/job-run.js';
import type { RunStore } from '#src/background/run-store.js';
import { EngineError } from '#src/errors/engine-error.js';
import type { Job } from '#src/ports/job-store.js';
import type { TurnAddition } from '#src/ports/store.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { eventually, pause } from '#src/testing/eventually.js';
import { testJobSettings } from '#src/testing/test-job-settings.js';

const job: Job = {
  owner: 'ada',
  turnId: 't',
  attempt: 2,
  fairQueueKey: 0,
  queue: '',
  request: {},
  createdAt: 1,
  cancelRequested: false,
  expired: false,
};

describe('The work on a job', () => {
  let additions: (TurnAddition | undefined)[];
  let logged: string[];
  let right: 'held' | 'cancel-requested' | 'lost';
  let watched: number;
  let news: () => void;
  const store: RunStore = {
    extendLease: async () => right,
    hasFairerWaiters: async () => false,
    releaseJob: async () => undefined,
    failTurn: async () => true,
    watchTurn: async (_owner, _id, onNews) => {
      watched += 1;
      news = onNews;
      return () => void (watched -= 1);
    },
    readEvents: async () => ({ status: 'in_progress', events: [] }),
    appendEvents: async (_owner, _id, events) => logged.push(...events.map(({ data }) => data)) > 0,
    putTurn: async (_turn, addition) => additions.push(addition) > 0,
    getTurn: async () => undefined,
  };
  const startRun = (claimedAt = performance.now()): JobRun =>
    new JobRun(job, store, { ...testJobSettings, heartbeatMs: 3_600_000 }, claimedAt);

  beforeEach(() => {
    [additions, logged, right, watched] = [[], [], 'held', 0];
  });

  it('writes every state of its turn under its lease', async () => {
    const run = startRun();
    await run.readLog();
    await run.update(turnOf({ id: 't' }));
    await run.end(turnOf({ id: 't' }), []);
    expect(additions.map((addition) => addition?.lease)).toEqual([job, job]);
  });

  it('writes its end with the last events, after the stored and the waiting ones', async () => {
    const run = new JobRun(
      job,
      {
        ...store,
        readEvents: async () => ({ status: 'in_progress', events: [0, 1].map((seq) => ({ seq, data: 'found' })) }),
      },
      testJobSettings,
      performance.now(),
    );
    expect(() => run.push(['early'])).toThrow('has not read its event log');
    expect(await run.readLog()).toHaveLength(2);
    run.push(['waits']);
    await run.end(turnOf({ id: 't' }), ['last'], { unlessCancelled: true });
    expect(additions).toEqual([
      {
        unlessCancelled: true,
        lease: job,
        events: [
          { seq: 2, data: 'waits' },
          { seq: 3, data: 'last' },
        ],
      },
    ]);
  });

  it('continues after a log that it only scanned', async () => {
    const run = new JobRun(
      job,
      {
        ...store,
        readEvents: async () => ({ status: 'in_progress', events: [0, 1].map((seq) => ({ seq, data: 'found' })) }),
      },
      testJobSettings,
      performance.now(),
    );
    expect(await run.visitLog(() => undefined)).toBe(true);
    await run.end(turnOf({ id: 't' }), ['last']);
    expect(additions).toEqual([{ lease: job, events: [{ seq: 2, data: 'last' }] }]);
  });

  it('does not report a store error once the store has responded, nor for an end that was not its own to write', async () => {
    let silent = true;
    const extendLease: RunStore['extendLease'] = async () => {
      if (silent) throw new EngineError('overloaded', 'No response.');
      return right;
    };
    const putTurn: RunStore['putTurn'] = async () =>
      Promise.reject(new EngineError('conflict', 'Another turn was added.'));
    const run = new JobRun(
      job,
      { ...store, extendLease, putTurn },
      { ...testJobSettings, leaseMs: 3_600_000, heartbeatMs: 10 },
      performance.now(),
    );
    await run.open();
    try {
      await eventually(() => run.storeFailure !== undefined);
      silent = false;
      await eventually(() => run.storeFailure === undefined);
      await run.readLog();
      await expect(run.end(turnOf({ id: 't' }), [])).rejects.toMatchObject({ code: 'conflict' });
      expect(run.storeFailure).toBeUndefined();
      right = 'lost';
      await eventually(() => run.stopReason === 'lost');
    } finally {
      await run.close(false);
    }
  });

  it('finds no log where its turn is missing', async () => {
    const run = new JobRun(job, { ...store, readEvents: async () => undefined }, testJobSettings, performance.now());
    expect([await run.readLog(), await run.visitLog(() => undefined)]).toEqual([undefined, false]);
  });

  it('logs waiting events when it is cancelled, and nothing more after it lost its lease or ended', async () => {
    const [cancelledRun, lost, closed] = [startRun(), startRun(), startRun()];
    for (const [run, data] of [
      [cancelledRun, 'cancelled'],
      [lost, 'lost'],
      [closed, 'closed'],
    ] as const) {
      await run.readLog();
      run.push([data]);
    }
    cancelledRun.stop('cancelled');
    lost.stop('lost');
    await closed.close(false);
    await eventually(() => logged.length > 0);
    await pause(20);
    expect(logged).toEqual(['cancelled']);
  });

  it('is lost when the store accepts no more events for its log', async () => {
    const run = new JobRun(job, { ...store, appendEvents: async () => false }, testJobSettings, performance.now());
    await run.readLog();
    run.push(['late']);
    await eventually(() => run.signal.aborted);
    expect(run.stopReason).toBe('lost');
  });

  it('renews its lease at each notification of its turn, and no more once it is over', async () => {
    let looks = 0;
    const run = new JobRun(
      job,
      { ...store, extendLease: async () => ((looks += 1), right) },
      { ...testJobSettings, heartbeatMs: 3_600_000 },
      performance.now(),
    );
    await run.open();
    for (const more of [2, 3]) {
      news();
      await eventually(() => looks === more);
    }
    expect(run.stopReason).toBeUndefined();
    right = 'lost';
    news();
    await eventually(() => run.stopReason === 'lost');
    news();
    await run.close(false);
    await pause(200);
    expect(looks).toBe(4);
  });

  it('detects a cancel that arrived between its claim and its watch', async () => {
    right = 'cancel-requested';
    const run = startRun();
    const stopped = new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    await run.open();
    await stopped;
    expect(run.stopReason).toBe('cancelled');
    await run.close(false);
  });

  it('ends for the reason that came first, and for none once its turn has ended', async () => {
    const [stopped, ended] = [startRun(), startRun()];
    stopped.stop('cancelled');
    stopped.stop('lost');
    expect(stopped.stopReason).toBe('cancelled');
    await ended.readLog();
    await ended.end(turnOf({ id: 't' }), []);
    ended.stop('lost');
    expect([ended.stopReason, ended.signal.aborted]).toEqual([undefined, false]);
  });

  it('may end while the process shuts down, also after a pause; a pause may not', async () => {
    const [working, suspended] = [startRun(), startRun()];
    await working.suspend(0);
    working.prepareToStop();
    expect([working.stopReason, working.shutdownSignal.aborted]).toEqual([undefined, true]);
    const rest = suspended.suspend(3_600_000);
    suspended.prepareToStop();
    await rest;
    expect(suspended.stopReason).toBe('stopping');
  });

  it('adds nothing to the log once its lease has expired, whatever the store responds', async () => {
    const run = startRun(-testJobSettings.leaseMs);
    await run.readLog();
    await run.push(['late']);
    await expect(run.flush()).rejects.toMatchObject({ code: 'conflict' });
    expect(logged).toEqual([]);
  });

  it('counts its lease from before each heartbeat, because the store may respond late', async () => {
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const slow: RunStore = { ...store, extendLease: async () => ((now += testJobSettings.leaseMs), 'held') };
    const run = new JobRun(job, slow, { ...testJobSettings, heartbeatMs: 3_600_000 }, now);
    try {
      await run.readLog();
      await run.open();
      await new Promise(setImmediate);
      run.push(['late']);
      await expect(run.flush()).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      clock.mockRestore();
      await run.close(false);
    }
  });

  it('sends no heartbeat when it is over', async () => {
    let signs = 0;
    const run = new JobRun(
      job,
      { ...store, extendLease: async () => ((signs += 1), right) },
      { ...testJobSettings, heartbeatMs: 5 },
      performance.now(),
    );
    await run.open();
    await eventually(() => signs > 2);
    await run.close(false);
    const last = signs;
    await pause(50);
    expect(signs).toBe(last);
  });

  it('may write for as long as its last heartbeat is valid', async () => {
    const run = startRun(performance.now() - testJobSettings.leaseMs + 600_000);
    await run.readLog();
    const start = performance.now();
    await run.open();
    const clock = jest.spyOn(performance, 'now');
    try {
      clock.mockReturnValue(start + testJobSettings.leaseMs - 1);
      run.push(['in time']);
      await run.flush();
      expect([logged, run.stopReason]).toEqual([['in time'], undefined]);
    } finally {
      clock.mockRestore();
      await run.close(false);
    }
  });

  it('is lost when the store does not respond until its lease has expired, and not before', async () => {
    let refused = 0;
    const silent: RunStore = {
      ...store,
      extendLease: async () => ((refused += 1), Promise.reject(new EngineError('overloaded', 'No response.'))),
    };
    for (const [claimedAt, reason] of [
      [performance.now(), undefined],
      [-testJobSettings.leaseMs, 'lost'],
    ] as const) {
      const run = new JobRun(job, silent, { ...testJobSettings, heartbeatMs: 3_600_000 }, claimedAt);
      refused = 0;
      await run.open();
      await eventually(() => refused === 1);
      await new Promise(setImmediate);
      expect(run.stopReason).toBe(reason);
      await run.close(false);
    }
  });

  it('tries to write no longer than its lease allows when the store is busy', async () => {
    const busy: RunStore = { ...store, putTurn: async () => Promise.reject(new EngineError('overloaded', 'Busy.')) };
    const run = new JobRun(job, busy, testJobSettings, -testJobSettings.leaseMs);
    await expect(run.update(turnOf({ id: 't' }))).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('does not release a job that has ended, was lost, or was ended as unreadable', async () => {
    let released = 0;
    const counting: RunStore = { ...store, releaseJob: async () => void (released += 1) };
    const [ended, lost, failed, abandoned, running] = Array.from(
      { length: 5 },
      () => new JobRun(job, counting, testJobSettings, performance.now()),
    );
    await ended?.readLog();
    await ended?.end(turnOf({ id: 't' }), []);
    lost?.stop('lost');
    await failed?.fail();
    for (const run of [ended, lost, failed]) await run?.close(true);
    await running?.close(false);
    expect(released).toBe(0);
    expect([ended, lost, failed, abandoned].map((run) => run?.holdsLease)).toEqual([false, false, false, true]);
    await abandoned?.close(true);
    await abandoned?.close(true);
    expect(released).toBe(1);
  });

  it('still holds a job that could not be ended, and reports where it could not be released', async () => {
    const run = new JobRun(
      job,
      {
        ...store,
        failTurn: async () => false,
        releaseJob: () => Promise.reject(new EngineError('overloaded', 'Busy.')),
      },
      testJobSettings,
      performance.now(),
    );
    await run.fail();
    expect(run.holdsLease).toBe(true);
    await expect(run.close(true)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('does not take a cancellation that its end respects for a lost lease', async () => {
    const run = new JobRun(job, { ...store, putTurn: async () => false }, testJobSettings, performance.now());
    await run.readLog();
    expect(await run.end(turnOf({ id: 't' }), [], { unlessCancelled: true })).toBe(false);
    expect(run.stopReason).toBeUndefined();
    expect(await run.end(turnOf({ id: 't' }), [])).toBe(false);
    expect(run.stopReason).toBe('lost');
  });

  it('starts no pause once the process shuts down', async () => {
    const run = startRun();
    run.prepareToStop();
    await run.suspend(3_600_000);
    expect(run.stopReason).toBe('stopping');
  });

  it('listens for no news when it is over', async () => {
    const run = startRun();
    await run.open();
    await run.close(true);
    expect(watched).toBe(0);
  });
});
