const minuteMs = 60_000;

/**
 * How much may be used in a minute: it fills evenly, up to a minute's worth, and what is used is taken out. What is known only afterwards
 * may take more than is there: the debt is filled up first, so nobody gets more in the long run by asking for much at once.
 */
export class TokenBucket {
  readonly perMinute: number;
  #level: number;
  /** When the level was that, by the clock of who asks, in milliseconds. */
  #at: number;

  /** Full, unless `level` says otherwise. */
  constructor(perMinute: number, now: number, level = perMinute) {
    this.perMinute = perMinute;
    this.#level = level;
    this.#at = now;
  }

  /** What is there at `now`; below zero while there is a debt. */
  level(now: number): number {
    // A clock that was set back fills nothing, and takes nothing away.
    this.#level = Math.min(this.perMinute, this.#level + (Math.max(0, now - this.#at) * this.perMinute) / minuteMs);
    this.#at = now;
    return this.#level;
  }

  take(amount: number, now: number): void {
    this.#level = this.level(now) - amount;
  }

  /** Milliseconds until `level`, a minute's worth at most, is there, if nothing more is taken. */
  msUntil(level: number, now: number): number {
    return Math.max(0, Math.ceil(((level - this.level(now)) * minuteMs) / this.perMinute));
  }
}
