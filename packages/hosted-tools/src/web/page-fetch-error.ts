import type { HostedToolErrorCode } from '@org/engine';

/** A page that is not read. `message` is a sentence for the model; it shows nothing of a private network. */
export class PageFetchError extends Error {
  override readonly name = 'PageFetchError';

  constructor(
    readonly code: HostedToolErrorCode,
    message: string,
  ) {
    super(message);
  }
}
