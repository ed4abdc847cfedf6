import { EngineError } from '@org/engine';

/**
 * A URL of a request that the service does not fetch. The error names the violated rule, and never the response of an
 * address, so that a client learns nothing about a network that it could not reach itself.
 */
export class MediaUrlError extends EngineError {
  constructor(
    readonly url: string,
    /** Completes a sentence that starts with "the URL". */
    readonly rule: string,
    param?: string,
  ) {
    super('invalid-request', `${param === undefined ? 'The' : `${param}: the`} URL ${rule}.`, {
      param,
      retryable: false,
    });
  }

  /** The same error, with the path of the field at fault. */
  at(param: string): MediaUrlError {
    return new MediaUrlError(this.url, this.rule, param);
  }
}
