import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  admits,
  afterProbe,
  closedBreaker,
  defaultBreakerSettings,
  admitRequest,
  recordOutcome,
  type BreakerOutcome,
  type BreakerSettings,
  type BreakerState,
} from '#src/routing/circuit-breaker.js';

const settings: BreakerSettings = {
  ...defaultBreakerSettings,
  failures: 3,
  window: 10,
  openMs: 1000,
  maxOpenMs: 4000,
};
const at = (now: number, random = 0): { now: number; random: number; settings: BreakerSettings } => ({
  now,
  random,
  settings,
});

/** Lets a request in and settles it at once. */
function run(state: BreakerState, outcome: BreakerOutcome, now = 0): BreakerState {
  const inside = admitRequest(state);
  return recordOutcome(inside, { epoch: inside.epoch, waiting: true, outcome }, at(now));
}

function fail(state: BreakerState, times: number, now = 0): BreakerState {
  return Array.from({ length: times }).reduce<BreakerState>((before) => run(before, 'failed', now), state);
}

describe('a circuit breaker', () => {
  it('opens after the configured failures in a row, and a success resets the count', () => {
    expect(fail(closedBreaker, 2).phase).toBe('closed');
    expect(fail(run(fail(closedBreaker, 2), 'succeeded'), 2).phase).toBe('closed');
    expect(fail(closedBreaker, 3)).toMatchObject({ phase: 'open', until: 1000 });
  });

  it('opens when half of the latest outcomes are failures, though never many in a row', () => {
    let state: BreakerState = closedBreaker;
    for (let count = 0; count < 5; count += 1) state = run(run(state, 'succeeded'), 'failed');
    expect(state.phase).toBe('open');
    let healthier: BreakerState = closedBreaker;
    for (let count = 0; count < 50; count += 1)
      healthier = run(run(run(healthier, 'succeeded'), 'succeeded'), 'failed');
    expect(healthier.phase).toBe('closed');
  });

  it('ignores requests that show nothing about the backend', () => {
    const state = Array.from({ length: 50 }).reduce<BreakerState>(
      (before) => run(before, 'dropped'),
      fail(closedBreaker, 2),
    );
    expect(state.phase).toBe('closed');
    expect(fail(state, 1).phase).toBe('open');
  });

  it('admits one probe after the pause, the next when its response started, and all after a complete response', () => {
    const open = fail(closedBreaker, 3);
    expect(admits(open, 999)).toBe(false);
    expect(admits(open, 1000)).toBe(true);
    const probe = admitRequest(open);
    expect(admits(probe, 5000)).toBe(false);
    const started = recordOutcome(probe, { epoch: probe.epoch, waiting: true, outcome: 'started' }, at(1100));
    expect([started.phase, admits(started, 1100)]).toEqual(['half-open', true]);
    expect(recordOutcome(started, { epoch: started.epoch, waiting: false, outcome: 'succeeded' }, at(1200)).phase).toBe(
      'closed',
    );
  });

  it('does not listen to a request from before the pause', () => {
    const early = admitRequest(closedBreaker);
    const probe = admitRequest(fail(early, 3));
    for (const outcome of ['failed', 'succeeded', 'dropped', 'started'] as const) {
      expect(recordOutcome(probe, { epoch: early.epoch, waiting: true, outcome }, at(1000))).toBe(probe);
    }
    const closed = run(fail(closedBreaker, 3), 'succeeded', 1000);
    expect(fail(closed, 2).phase).toBe('closed');
    expect(
      recordOutcome(fail(closed, 2), { epoch: early.epoch, waiting: true, outcome: 'failed' }, at(1000)).phase,
    ).toBe('closed');
  });

  it('admits another probe when the probe is abandoned', () => {
    const probe = admitRequest(fail(closedBreaker, 3));
    expect(
      admits(recordOutcome(probe, { epoch: probe.epoch, waiting: true, outcome: 'dropped' }, at(1100)), 1100),
    ).toBe(true);
  });

  it('waits twice as long after each trial that fails, up to a limit, and starts small after a recovery', () => {
    let state = fail(closedBreaker, 3);
    const pauses: number[] = [];
    for (let now = 0; pauses.length < 4;) {
      if (state.phase !== 'open') throw new Error('it is open');
      pauses.push(state.until - now);
      now = state.until;
      state = run(state, 'failed', now);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 4000]);
    const recovered = run(state, 'succeeded', 50_000);
    expect(fail(recovered, 3, 50_000)).toMatchObject({ phase: 'open', until: 51_000 });
  });

  it('takes a successful health check as permission to probe, and a failed one as a failed probe', () => {
    const open = fail(closedBreaker, 3);
    expect(afterProbe(open, true, at(1000))).toMatchObject({ phase: 'half-open', busy: false });
    expect(afterProbe(open, false, at(1000))).toMatchObject({ phase: 'open', until: 3000 });
    expect(afterProbe(closedBreaker, false, at(1000))).toBe(closedBreaker);
  });

  it('never counts a request from before it opened, never admits a second probe, and never waits too long', () => {
    const outcome = fc.constantFrom<BreakerOutcome>(
      'started',
      'succeeded',
      'failed',
      'failed',
      'failed',
      'failed',
      'dropped',
    );
    const command = fc.oneof(
      fc.record({ type: fc.constant('enter' as const) }),
      fc.record({ type: fc.constant('settle' as const), which: fc.nat(20), outcome }),
      fc.record({ type: fc.constant('enter' as const) }),
      fc.record({ type: fc.constant('wait' as const), ms: fc.nat(4000) }),
      fc.record({ type: fc.constant('probe' as const), well: fc.boolean() }),
    );
    fc.assert(
      fc.property(
        fc.array(command, { minLength: 20, maxLength: 120 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (commands, random) => {
          let state: BreakerState = closedBreaker;
          let now = 0;
          const inside: { epoch: number; waiting: boolean }[] = [];
          for (const next of commands) {
            switch (next.type) {
              case 'wait':
                now += next.ms;
                break;
              case 'enter':
                if (!admits(state, now)) break;
                assert.ok(state.phase !== 'open' || now >= state.until);
                state = admitRequest(state);
                assert.notEqual(state.phase, 'open');
                inside.push({ epoch: state.epoch, waiting: true });
                break;
              case 'probe':
                state = afterProbe(state, next.well, { now, random, settings });
                break;
              case 'settle': {
                const [request] = inside.splice(next.which % Math.max(1, inside.length), 1);
                if (request === undefined) break;
                const before = state;
                state = recordOutcome(state, { ...request, outcome: next.outcome }, { now, random, settings });
                assert.ok(request.epoch === before.epoch || state === before);
                if (next.outcome === 'started') inside.push({ ...request, waiting: false });
                break;
              }
            }
            const probeCount = inside.filter(({ epoch, waiting }) => waiting && epoch === state.epoch).length;
            expect(state.phase !== 'half-open' || probeCount === (state.busy ? 1 : 0)).toBe(true);
            assert.ok(state.phase !== 'open' || state.until - now <= settings.maxOpenMs);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
