import { EngineError } from '@org/engine';

/**
 * A URL of a request whose bytes the service does not get. The rule that it breaks is told, and never what an address
 * answered: whoever sends URLs is not to learn of a network what they could not see themselves.
 */
export class MediaUrlError extends EngineError {
  constructor(
    readonly url: string,
    /** Goes on after the words "the URL". */
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
