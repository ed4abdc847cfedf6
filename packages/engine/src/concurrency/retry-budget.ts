const share = 0.2;
const atFirst = 10;

/**
 * Limits retries to a small share of all requests, so that an upstream in trouble is not overloaded: each request
 * earns a fifth of a retry. The budget starts at ten and holds at most `maxRetries`, the number of retries possible
 * in one moment.
 */
export class RetryBudget {
  #saved = atFirst;

  constructor(readonly maxRetries = atFirst) {}

  /** Records the start of a request. */
  deposit(): void {
    this.#saved = Math.min(this.maxRetries, this.#saved + share);
  }

  /** Takes one retry if one is available. */
  withdraw(): boolean {
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
