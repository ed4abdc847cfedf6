import { EngineError } from '@org/engine';
import { SilenceMonitor, type SilenceRules } from '../../silence-monitor.js';

/** Multiple of the usual token time above which the excess counts as delay. */
const fair = 5;
/** Maximum accumulated delay of a completion's tokens, in milliseconds; older delays count less with every token. */
const maxDelayMs = 700;
const memory = 0.9;
/** Token time below which a completion is never ended, however many tokens there are, in milliseconds. */
const slow = 250;
/** Weight of one token in the usual token time. */
const share = 0.1;

/**
 * An evaluation cannot be interrupted: a constrained token that takes two minutes is abandoned together with the
 * process.
 */
const tokenSilenceRules: SilenceRules = { intervalMs: 15_000, maxUnanswered: 8 };

/** Interval at which unconstrained tokens are timed, in tokens. */
const every = 8;

/** Milliseconds since any start, and those of them that this process was at work. */
interface Instant {
  readonly wallMs: number;
  readonly busyMs: number;
}

/** Times the tokens of one completion. */
export interface CompletionLatency {
  take<T>(evaluate: () => Promise<T>): Promise<T>;
  /** The pass is over and its token is chosen from here on. */
  sampling(): void;
}

/**
 * Watches the time of grammar-constrained tokens. The engine follows all paths through a grammar at once, and a few
 * rules can double their number with every token; such a completion is ended while its tokens take seconds, not
 * hours.
 */
export class TokenLatencyMonitor {
  readonly #onStuck: () => void;
  readonly #now: () => Instant;
  readonly #maxSilence: SilenceRules;
  #averageMs: number | undefined;
  #isStuck = false;

  /**
   * `onStuck` is called when a constrained token does not arrive within `maxSilence`; its completion has been notified
   * by then.
   */
  constructor(
    onStuck: () => void,
    {
      now = thisInstant,
      maxSilence = tokenSilenceRules,
    }: { readonly now?: () => Instant; readonly maxSilence?: SilenceRules } = {},
  ) {
    this.#onStuck = onStuck;
    this.#now = now;
    this.#maxSilence = maxSilence;
  }

  /** True once a token did not arrive; the engine never returns from it. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Times the unconstrained tokens of one completion. */
  free(): CompletionLatency {
    let count = 0;
    return {
      sampling: () => undefined,
      take: async (evaluate) => {
        // Looking at the clock of the process takes a while itself.
        if (count++ % every !== 0) return await evaluate();
        const startedAt = this.#now();
        const token = await evaluate();
        this.#recordTime(between(startedAt, this.#now()));
        return token;
      },
    };
  }

  /**
   * Times the constrained tokens of one completion. Rejects with `unsupported` when choosing them takes far longer
   * than tokens usually do. `onChoice` receives how long choosing each token took, and evaluating it, in milliseconds.
   */
  constrained(onChoice: (choiceMs: number, evaluationMs: number) => void = () => undefined): CompletionLatency {
    let lateTokens = 0;
    let chosen: Instant | undefined;
    return {
      sampling: () => {
        chosen = this.#now();
      },
      take: async (evaluate) => {
        const startedAt = this.#now();
        const averageMs = this.#averageMs ?? Infinity;
        chosen = undefined;
        const token = await this.#unlessStuck(evaluate());
        const ended = this.#now();
        // A model that has become slow in everything is usual after a while; tokens that double are not.
        this.#recordTime(Math.min(between(startedAt, ended), 2 * averageMs));
        // The duration of a batch does not depend on the grammar but on the other requests in it.
        const choice = between(chosen ?? ended, ended);
        if (chosen !== undefined) onChoice(choice, between(startedAt, chosen));
        lateTokens = memory * lateTokens + Math.max(0, choice - fair * averageMs);
        if (choice > slow && lateTokens > maxDelayMs) throw grammarTooAmbiguous();
        return token;
      },
    };
  }

  #recordTime(time: number): void {
    this.#averageMs = this.#averageMs === undefined ? time : this.#averageMs + share * (time - this.#averageMs);
  }

  async #unlessStuck<T>(token: Promise<T>): Promise<T> {
    const given = Promise.withResolvers<never>();
    const watch = new SilenceMonitor(
      this.#maxSilence,
      () => undefined,
      () => {
        watch.stop();
        this.#isStuck = true;
        given.reject(grammarTooAmbiguous());
        this.#onStuck();
      },
    );
    try {
      return await Promise.race([token, given.promise]);
    } finally {
      watch.stop();
    }
  }
}

function thisInstant(): Instant {
  const { user, system } = process.cpuUsage();
  return { wallMs: performance.now(), busyMs: (user + system) / 1_000 };
}

/** A suspended machine uses no CPU time, and other busy threads must not inflate the measured time. */
function between(from: Instant, to: Instant): number {
  return Math.min(to.wallMs - from.wallMs, to.busyMs - from.busyMs);
}

function grammarTooAmbiguous(): EngineError {
  return new EngineError('unsupported', 'The schema or grammar of this request is too ambiguous to enforce.');
}
