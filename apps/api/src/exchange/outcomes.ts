import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOG } from '../engine/tokens.js';
import type { Exchange } from './exchange.js';
import { logOutcome, type ExchangeFacts, type JobPartFacts } from './log-exchange.js';

export type OutcomeListener = (exchange: Exchange, facts: ExchangeFacts) => void;

/** Where every request is reported once, when all of it is known: to the log, and to whoever counts. */
@Injectable()
export class Outcomes {
  readonly #listeners: OutcomeListener[] = [];

  constructor(@Inject(LOG) private readonly log: Logger) {}

  listen(listener: OutcomeListener): void {
    this.#listeners.push(listener);
  }

  report(exchange: Exchange, facts: ExchangeFacts): void {
    logOutcome(this.log, exchange, facts);
    for (const listener of this.#listeners) listener(exchange, facts);
  }

  /** Reports a request of a job to the log alone: what counts requests means those that came over HTTP. */
  reportPart(exchange: Exchange, facts: JobPartFacts): void {
    logOutcome(this.log, exchange, facts);
  }
}
