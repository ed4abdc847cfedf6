import { EngineError } from '@org/engine';

/** The upstream knows neither the model nor the URL that is configured for it. */
export class UnknownUpstreamModel extends EngineError {
  constructor(message: string, cause: unknown) {
    super('upstream-failed', message, { cause, retryable: false });
  }
}
