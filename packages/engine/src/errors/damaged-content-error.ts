import { EngineError } from './engine-error.js';

/**
 * Stored content cannot be decrypted: its bytes, key or name differ from those used to encrypt it. A retry does not
 * help.
 */
export class DamagedContentError extends EngineError {
  constructor(cause: unknown) {
    super('internal', 'Stored content is damaged.', { cause });
  }
}
