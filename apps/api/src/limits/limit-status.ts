/** The status of one limit. */
export interface LimitStatus {
  /** Maximum per minute. */
  readonly limit: number;
  /** Remaining amount. */
  readonly remaining: number;
  /** Milliseconds until the limit is fully restored. */
  readonly resetMs: number;
}

/** The status of the limits of a key, as far as it has some. */
export interface KeyLimitStatus {
  readonly requests?: LimitStatus;
  readonly tokens?: LimitStatus;
}
