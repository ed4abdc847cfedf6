// The circuit breaker of one backend as pure functions: a state, what happened, the next state.

/** When a backend is left alone, and for how long. */
export interface BreakerSettings {
  /** Failures in a row that open the breaker. At least 1. */
  readonly failures: number;
  /** Share of failures among the latest outcomes that opens it, above 0 and at most 1. */
  readonly failureShare: number;
  /** How many outcomes the share is taken of, at least; at most twice as many. */
  readonly window: number;
  /** Milliseconds of the first pause. Each further one in a row is twice as long. */
  readonly openMs: number;
  /** The longest pause in milliseconds. */
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

/** `epoch` counts the changes of phase: what was begun in an earlier one says nothing about this one. */
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
  /** When a trial may begin, in milliseconds of the caller's clock. */
  readonly until: number;
  /** How many pauses there were in a row, this one included. */
  readonly pauses: number;
}

/** One request at a time shows whether the backend begins to answer; the first whole answer closes the breaker. */
interface ProbingBreaker {
  readonly phase: 'half-open';
  readonly epoch: number;
  readonly pauses: number;
  /** A request was let in and has not begun to be answered. */
  readonly busy: boolean;
}

interface Tally {
  readonly all: number;
  readonly failed: number;
}

/** What a request that was let in has become. `begun`: its first event. `dropped`: it says nothing about the backend. */
export type BreakerOutcome = 'begun' | 'answered' | 'failed' | 'dropped';

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
export function letIn(state: BreakerState): BreakerState {
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
 * The state after a request that was let in at `epoch` came to `outcome`. `waiting`: it had not begun to be answered
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
      return outcome === 'answered' || outcome === 'failed'
        ? count(state, outcome === 'failed', { now, random, settings })
        : state;
    case 'open':
      return state;
    case 'half-open':
      if (outcome === 'failed') return open(state.epoch, state.pauses + 1, { now, random, settings });
      if (outcome === 'answered') return closed(state.epoch + 1);
      return waiting ? { ...state, busy: false } : state;
  }
}

/** The state after a question to an open backend whose pause is over, asked before any request is risked. */
export function afterProbe(
  state: BreakerState,
  well: boolean,
  { now, random, settings }: { readonly now: number; readonly random: number; readonly settings: BreakerSettings },
): BreakerState {
  if (state.phase !== 'open') return state;
  if (well) return { phase: 'half-open', epoch: state.epoch + 1, pauses: state.pauses, busy: false };
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
