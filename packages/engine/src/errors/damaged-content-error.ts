import { EngineError } from './engine-error.js';

/** Stored content does not open: bytes, key or name are not those with which it was locked. Trying again mends nothing. */
export class DamagedContentError extends EngineError {
  constructor(cause: unknown) {
    super('internal', 'Stored content is damaged.', { cause });
  }
}
