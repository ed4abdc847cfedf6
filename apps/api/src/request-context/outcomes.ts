import type { Logger } from 'pino';
import type { RequestContext } from './request-context.js';
import { logOutcome, type RequestFacts, type JobPartFacts } from './log-outcome.js';

export type OutcomeListener = (requestContext: RequestContext, facts: RequestFacts) => void;

/** Reports every request once, when its outcome is complete: to the log, and to the metrics. */
export class Outcomes {
  readonly #listeners: OutcomeListener[] = [];

  constructor(private readonly log: Logger) {}

  listen(listener: OutcomeListener): void {
    this.#listeners.push(listener);
  }

  report(requestContext: RequestContext, facts: RequestFacts): void {
    logOutcome(this.log, requestContext, facts);
    for (const listener of this.#listeners) listener(requestContext, facts);
  }

  /** Reports a request of a job to the log alone: what counts requests means those that came over HTTP. */
  reportPart(requestContext: RequestContext, facts: JobPartFacts): void {
    logOutcome(this.log, requestContext, facts);
  }
}
