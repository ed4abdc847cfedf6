const share = 0.2;
const atFirst = 10;

/**
 * Keeps retries a small share of all requests, so that an upstream in trouble is not sent more than it can bear: each
 * request earns a fifth of a retry. Ten are there at first, and `maxRetries` may be saved up: what can be retried in one moment.
 */
export class RetryBudget {
  #saved = atFirst;

  constructor(readonly maxRetries = atFirst) {}

  /** A request was begun. */
  earn(): void {
    this.#saved = Math.min(this.maxRetries, this.#saved + share);
  }

  /** Takes one retry if there is one. */
  spend(): boolean {
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
