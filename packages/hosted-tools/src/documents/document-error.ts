import type { DocumentFailure, DocumentFailureCode } from './document.js';

/** A file that cannot be read, with the reason for its owner. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    readonly code: DocumentFailureCode,
    message: string,
  ) {
    super(message);
  }

  get failure(): DocumentFailure {
    return { type: 'failure', code: this.code, message: this.message };
  }
}
