import { EngineError } from '@org/engine';

/** The failure of a stream that stops in the middle. */
export function incompleteStreamError(cause?: unknown): EngineError {
  return new EngineError('upstream-failed', 'The upstream ended the response before it was complete.', { cause });
}
