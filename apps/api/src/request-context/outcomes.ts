import type { Logger } from 'pino';
import type { RequestContext } from './request-context.js';
import { logOutcome, type JobPartFacts, type LogOptions, type RequestFacts } from './log-outcome.js';

export type OutcomeListener = (requestContext: RequestContext, facts: RequestFacts) => void;

/** Reports every request once, when its outcome is complete: to the log, and to the metrics. */
export class Outcomes {
  readonly #listeners: OutcomeListener[] = [];

  constructor(
    private readonly log: Logger,
    private readonly options: LogOptions = {},
  ) {}

  listen(listener: OutcomeListener): void {
    this.#listeners.push(listener);
  }

  report(requestContext: RequestContext, facts: RequestFacts): void {
    logOutcome(this.log, requestContext, facts, this.options);
    for (const listener of this.#listeners) listener(requestContext, facts);
  }

  /**
   * Reports a request of a job, or an opened WebSocket connection, to the log alone: what counts requests means those
   * with a response of their own over HTTP or a WebSocket.
   */
  reportToLog(requestContext: RequestContext, facts: JobPartFacts | RequestFacts): void {
    logOutcome(this.log, requestContext, facts, this.options);
  }
}
