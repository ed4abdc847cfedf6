/** How one limit stands. */
export interface LimitStatus {
  /** Most in a minute. */
  readonly limit: number;
  /** What is left of it now. */
  readonly remaining: number;
  /** Milliseconds until all of it is there again. */
  readonly resetMs: number;
}

/** How the limits of a key stand, as far as it has some. */
export interface KeyLimitStatus {
  readonly requests?: LimitStatus;
  readonly tokens?: LimitStatus;
}
