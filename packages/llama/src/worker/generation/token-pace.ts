import { EngineError } from '@org/engine';
import { SilenceWatch, type SilenceRules } from '../../silence-watch.js';

/** A token that takes this many times the usual is late by what is beyond. */
const fair = 5;
/** How late the tokens of an answer may be together; what was long ago counts less with every token. Milliseconds. */
const maxDelayMs = 700;
const memory = 0.9;
/** A token that takes no longer than this is no reason to end an answer, however many there are. Milliseconds. */
const slow = 250;
/** The weight of one token in what is usual. */
const share = 0.1;

/** Nothing that is evaluated can be interrupted: a held token that takes two minutes is given up together with the process. */
const tokenSilenceRules: SilenceRules = { everyMs: 15_000, maxUnanswered: 8 };

/** Of the tokens that no grammar holds one in so many is timed. */
const every = 8;

/** Milliseconds since any start, and those of them that this process was at work. */
interface Instant {
  readonly wall: number;
  readonly worked: number;
}

/** Times the tokens of one answer. */
export interface Pace {
  take<T>(evaluate: () => Promise<T>): Promise<T>;
  /** The pass is over and its token is chosen from here on. */
  sampling(): void;
}

/**
 * Watches how long the tokens take that a grammar holds. The engine follows all ways through a grammar at once, and a few rules
 * can double their number with every token: the answer that does so is ended while its tokens still take seconds, and not hours.
 */
export class TokenPace {
  readonly #stuck: () => void;
  readonly #now: () => Instant;
  readonly #maxSilence: SilenceRules;
  #usual: number | undefined;
  #isStuck = false;

  /** `stuck` is called when a held token does not come within `maxSilence`; its answer has been told by then. */
  constructor(
    stuck: () => void,
    {
      now = thisInstant,
      maxSilence = tokenSilenceRules,
    }: { readonly now?: () => Instant; readonly maxSilence?: SilenceRules } = {},
  ) {
    this.#stuck = stuck;
    this.#now = now;
    this.#maxSilence = maxSilence;
  }

  /** True once a token did not come: the engine does not let go of it any more. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Takes the tokens of one answer that no grammar holds. */
  free(): Pace {
    let count = 0;
    return {
      sampling: () => undefined,
      take: async (evaluate) => {
        // Looking at the clock of the process takes a while itself.
        if (count++ % every !== 0) return await evaluate();
        const began = this.#now();
        const token = await evaluate();
        this.#took(between(began, this.#now()));
        return token;
      },
    };
  }

  /** Takes the tokens of one answer that a grammar holds. Rejects with `unsupported` when choosing them takes far longer than tokens usually do. */
  constrained(): Pace {
    let lateTokens = 0;
    let chosen: Instant | undefined;
    return {
      sampling: () => {
        chosen = this.#now();
      },
      take: async (evaluate) => {
        const began = this.#now();
        const usual = this.#usual ?? Infinity;
        chosen = undefined;
        const token = await this.#unlessStuck(evaluate());
        const ended = this.#now();
        // A model that has become slow in everything is usual after a while; tokens that double are not.
        this.#took(Math.min(between(began, ended), 2 * usual));
        // How long a pass takes is not up to the grammar: it depends on who else is in it.
        const choice = between(chosen ?? ended, ended);
        lateTokens = memory * lateTokens + Math.max(0, choice - fair * usual);
        if (choice > slow && lateTokens > maxDelayMs) throw grammarTooAmbiguous();
        return token;
      },
    };
  }

  #took(time: number): void {
    this.#usual = this.#usual === undefined ? time : this.#usual + share * (time - this.#usual);
  }

  async #unlessStuck<T>(token: Promise<T>): Promise<T> {
    const given = Promise.withResolvers<never>();
    const watch = new SilenceWatch(
      this.#maxSilence,
      () => undefined,
      () => {
        watch.stop();
        this.#isStuck = true;
        given.reject(grammarTooAmbiguous());
        this.#stuck();
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
  return { wall: performance.now(), worked: (user + system) / 1_000 };
}

/** A machine that stood still has not worked, and threads that work at something else do not make the clock go faster. */
function between(from: Instant, to: Instant): number {
  return Math.min(to.wall - from.wall, to.worked - from.worked);
}

function grammarTooAmbiguous(): EngineError {
  return new EngineError('unsupported', 'The schema or grammar of this request is too ambiguous to enforce.');
}
