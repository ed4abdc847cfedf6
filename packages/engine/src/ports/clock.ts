/** Time, injected so that tests can set it. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
}

/** The clock of the operating system. */
export const systemClock: Clock = { now: () => Date.now() };
