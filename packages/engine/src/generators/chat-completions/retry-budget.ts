const share = 0.2;
const most = 10;

/**
 * Keeps retries a small share of all requests, so that an upstream in trouble is not sent more than it can bear: each
 * request earns a fifth of a retry, and ten may be saved up.
 */
export class RetryBudget {
  #saved = most;

  /** A request was begun. */
  earn(): void {
    this.#saved = Math.min(most, this.#saved + share);
  }

  /** Takes one retry if there is one. */
  spend(): boolean {
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
