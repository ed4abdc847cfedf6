// The circuit breaker of one backend as pure functions: state and event give the next state.

/** When the circuit of a backend opens, and for how long. */
export interface BreakerSettings {
  /** Failures in a row that open the breaker. At least 1. */
  readonly failures: number;
  /** Failure rate among the latest outcomes that opens the circuit, above 0 and at most 1. */
  readonly failureShare: number;
  /** Minimum number of outcomes for the failure rate; at most twice as many are used. */
  readonly window: number;
  /** Duration of the first open period in milliseconds. Each consecutive one doubles it. */
  readonly openMs: number;
  /** Maximum open period in milliseconds. */
  readonly maxOpenMs: number;
}

/** Settings of a circuit breaker that the operator leaves out. */
export const defaultBreakerSettings: BreakerSettings = {
  failures: 5,
  failureShare: 0.5,
  window: 20,
  openMs: 10_000,
  maxOpenMs: 30_000,
};

/** `epoch` counts the state transitions: outcomes of requests from an earlier epoch are ignored. */
export type BreakerState = ClosedBreaker | OpenBreaker | ProbingBreaker;

interface ClosedBreaker {
  readonly phase: 'closed';
  readonly epoch: number;
  /** Failures since the last success. */
  readonly inARow: number;
  readonly latest: Tally;
  readonly before: Tally;
}

interface OpenBreaker {
  readonly phase: 'open';
  readonly epoch: number;
  /** Earliest time of a probe, in milliseconds of the caller's clock. */
  readonly until: number;
  /** Number of consecutive open periods, including this one. */
  readonly pauses: number;
}

/**
 * Half-open: one request at a time tests whether the backend starts to respond; the first complete response closes
 * the circuit.
 */
interface ProbingBreaker {
  readonly phase: 'half-open';
  readonly epoch: number;
  readonly pauses: number;
  /** A request was admitted and has no first event yet. */
  readonly busy: boolean;
}

interface Tally {
  readonly all: number;
  readonly failed: number;
}

/** Outcome of an admitted request. `begun`: its first event. `dropped`: no information about the backend. */
export type BreakerOutcome = 'started' | 'succeeded' | 'failed' | 'dropped';

const none: Tally = { all: 0, failed: 0 };
/** A pause is shortened by up to this share, so that backends that fell together are not tried together. */
const jitter = 0.2;

export const closedBreaker: BreakerState = closed(0);

/** True when a request may be sent now. */
export function admits(state: BreakerState, now: number): boolean {
  switch (state.phase) {
    case 'closed':
      return true;
    case 'open':
      return now >= state.until;
    case 'half-open':
      return !state.busy;
  }
}

/** The state once a request is let in; its epoch belongs to the request. Only for a state that admits it. */
export function admitRequest(state: BreakerState): BreakerState {
  switch (state.phase) {
    case 'closed':
      return state;
    case 'open':
      return { phase: 'half-open', epoch: state.epoch + 1, pauses: state.pauses, busy: true };
    case 'half-open':
      return { ...state, busy: true };
  }
}

/**
 * The state after a request that was admitted at `epoch` ended with `outcome`. `waiting`: it had no first event
 * before this. `random` is between 0 and 1.
 */
export function recordOutcome(
  state: BreakerState,
  { epoch, waiting, outcome }: { readonly epoch: number; readonly waiting: boolean; readonly outcome: BreakerOutcome },
  { now, random, settings }: { readonly now: number; readonly random: number; readonly settings: BreakerSettings },
): BreakerState {
  if (epoch !== state.epoch) return state;
  switch (state.phase) {
    case 'closed':
      return outcome === 'succeeded' || outcome === 'failed'
        ? count(state, outcome === 'failed', { now, random, settings })
        : state;
    case 'open':
      return state;
    case 'half-open':
      if (outcome === 'failed') return open(state.epoch, state.pauses + 1, { now, random, settings });
      if (outcome === 'succeeded') return closed(state.epoch + 1);
      return waiting ? { ...state, busy: false } : state;
  }
}

/** The state after a probe of an open backend whose open period is over, sent before any request is risked. */
export function afterProbe(
  state: BreakerState,
  succeeded: boolean,
  { now, random, settings }: { readonly now: number; readonly random: number; readonly settings: BreakerSettings },
): BreakerState {
  if (state.phase !== 'open') return state;
  if (succeeded) return { phase: 'half-open', epoch: state.epoch + 1, pauses: state.pauses, busy: false };
  return open(state.epoch, state.pauses + 1, { now, random, settings });
}

function count(
  { epoch, inARow, latest, before }: ClosedBreaker,
  failed: boolean,
  at: { readonly now: number; readonly random: number; readonly settings: BreakerSettings },
): BreakerState {
  const { settings } = at;
  const row = failed ? inARow + 1 : 0;
  const tally = { all: latest.all + 1, failed: latest.failed + (failed ? 1 : 0) };
  const all = tally.all + before.all;
  const share = (tally.failed + before.failed) / all;
  if (failed && (row >= settings.failures || (all >= settings.window && share >= settings.failureShare)))
    return open(epoch, 1, at);
  const full = tally.all >= settings.window;
  return { phase: 'closed', epoch, inARow: row, latest: full ? none : tally, before: full ? tally : before };
}

function open(
  epoch: number,
  pauses: number,
  { now, random, settings }: { readonly now: number; readonly random: number; readonly settings: BreakerSettings },
): OpenBreaker {
  const pause = Math.min(settings.maxOpenMs, settings.openMs * 2 ** (pauses - 1));
  return { phase: 'open', epoch: epoch + 1, until: now + pause * (1 - jitter * random), pauses };
}

function closed(epoch: number): ClosedBreaker {
  return { phase: 'closed', epoch, inARow: 0, latest: none, before: none };
}
