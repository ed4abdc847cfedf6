/** New identifiers, injected so that tests can foresee them. */
export interface IdSource {
  /** `prefix` followed by `_` and at least 128 random bits in letters and digits: `resp_4tq...`. */
  next(prefix: string): string;
}
