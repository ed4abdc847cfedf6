interface Level {
  /** Calls that are free now, at the time `at`. */
  readonly free: number;
  readonly at: number;
}

const minuteMs = 60_000;
const maxOwners = 10_000;

/** Limits the calls of each owner in a minute, in this process. An owner at its limit does not slow down others. */
export class OwnerRate {
  readonly #levels = new Map<string, Level>();

  constructor(
    /** Absent: no limit. */
    private readonly maxPerMinute: number | undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts this many calls, unless they exceed the limit of the owner. */
  take(owner: string, calls = 1): boolean {
    if (this.maxPerMinute === undefined) return true;
    const now = this.now();
    const level = this.#levels.get(owner) ?? { free: this.maxPerMinute, at: now };
    const refilled = level.free + ((now - level.at) * this.maxPerMinute) / minuteMs;
    const free = Math.min(this.maxPerMinute, refilled);
    const isAllowed = free >= calls;
    this.#levels.delete(owner);
    this.#levels.set(owner, { free: isAllowed ? free - calls : free, at: now });
    // An owner without calls for a minute has its full limit again: the first ones are those.
    for (const [oldest, { at }] of this.#levels) {
      if (now - at < minuteMs && this.#levels.size <= maxOwners) break;
      this.#levels.delete(oldest);
    }
    return isAllowed;
  }
}
