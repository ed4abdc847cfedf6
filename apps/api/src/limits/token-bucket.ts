const minuteMs = 60_000;

/**
 * A per-minute limit: the bucket fills evenly, up to the amount of one minute, and use drains it. Use that is only
 * known afterwards may exceed the level: the debt is filled first, so large requests gain nothing in the long run.
 */
export class TokenBucket {
  readonly perMinute: number;
  #level: number;
  /** Time of the level, by the caller's clock, in milliseconds. */
  #at: number;

  /** Starts full, unless `level` is given. */
  constructor(perMinute: number, now: number, level = perMinute) {
    this.perMinute = perMinute;
    this.#level = level;
    this.#at = now;
  }

  /** Level at `now`; negative while there is a debt. */
  level(now: number): number {
    // A clock that was set back neither fills nor drains the bucket.
    this.#level = Math.min(this.perMinute, this.#level + (Math.max(0, now - this.#at) * this.perMinute) / minuteMs);
    this.#at = now;
    return this.#level;
  }

  take(amount: number, now: number): void {
    this.#level = this.level(now) - amount;
  }

  /** Milliseconds until the bucket reaches `level`, at most the amount of one minute, if nothing more is taken. */
  msUntil(level: number, now: number): number {
    return Math.max(0, Math.ceil(((level - this.level(now)) * minuteMs) / this.perMinute));
  }
}
