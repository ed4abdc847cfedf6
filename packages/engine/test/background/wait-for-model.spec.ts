import type { StopReason } from '#src/background/job-run.js';
import { waitForModel, type WaitingRun } from '#src/background/wait-for-model.js';
import { EngineError } from '#src/errors/engine-error.js';

/** The wait is a minute, and up to a quarter of it by chance. */
const busy = new EngineError('rate-limited', 'The model is busy.', { retryAfter: 60 });

describe('A job that waits for its model', () => {
  let now = 0;
  let pauses: number[] = [];
  beforeEach(() => {
    [now, pauses] = [0, []];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => jest.restoreAllMocks());

  /** A run whose time passes at once; `stops` ends its work during its last pause. */
  function runOf({
    hasFairerWaiters = async () => false,
    stops,
    after = Infinity,
  }: { hasFairerWaiters?: () => Promise<boolean>; stops?: StopReason; after?: number } = {}): WaitingRun & {
    readonly yielded: () => boolean;
  } {
    const stopped = new AbortController();
    let yielded = false;
    return {
      signal: stopped.signal,
      get stopReason() {
        return stopped.signal.aborted ? stops : undefined;
      },
      async suspend(ms) {
        pauses.push(ms);
        now += ms;
        if (pauses.length === after) stopped.abort();
      },
      hasFairerWaiters: hasFairerWaiters,
      markYielded: () => void (yielded = true),
      yielded: () => yielded,
    };
  }

  const wait = (run: WaitingRun, { maxWaitMs = 60_000, started = false } = {}): Promise<boolean> =>
    waitForModel(run, busy, 1, { maxWaitMs, started });

  it('waits for the requested time and checks every five seconds whether others wait', async () => {
    let looks = 0;
    const run = runOf({ hasFairerWaiters: async () => (looks++, false) });
    expect(await wait(run)).toBe(true);
    expect([pauses, looks, run.yielded()]).toEqual([Array.from({ length: 12 }, () => 5_000), 12, false]);
  });

  it('does not wait at all for longer than it may', async () => {
    expect(await wait(runOf(), { maxWaitMs: 59_999 })).toBe(false);
    expect(pauses).toEqual([]);
  });

  it('yields to others as soon as it sees them', async () => {
    const run = runOf({ hasFairerWaiters: async () => pauses.length === 3 });
    expect(await wait(run)).toBe(false);
    expect([pauses.length, run.yielded()]).toEqual([3, true]);
  });

  it('stays when others wait and part of its response was delivered', async () => {
    const run = runOf({ hasFairerWaiters: async () => true });
    expect(await wait(run, { started: true })).toBe(true);
    expect([pauses.length, run.yielded()]).toEqual([12, false]);
  });

  it('continues to wait when the store does not report whether others wait', async () => {
    const run = runOf({ hasFairerWaiters: () => Promise.reject(new EngineError('overloaded', 'The store is busy.')) });
    expect(await wait(run)).toBe(true);
  });

  it('continues at once to end as cancelled, whichever others wait', async () => {
    const run = runOf({ hasFairerWaiters: async () => pauses.length === 2, stops: 'cancelled', after: 2 });
    expect(await wait(run)).toBe(true);
    expect([pauses.length, run.yielded()]).toEqual([2, false]);
  });

  it.each([
    ['is no attempt where nothing of it was seen', 'stopping', false, true],
    ['is one where something was', 'stopping', true, false],
    ['by others counts as it did', 'lost', false, false],
  ] as const)('loses its lease %s and sends no more requests to its model', async (_, stops, started, yielded) => {
    const run = runOf({ stops, after: 1 });
    expect(await wait(run, { started })).toBe(false);
    expect([pauses.length, run.yielded()]).toEqual([1, yielded]);
  });
});
