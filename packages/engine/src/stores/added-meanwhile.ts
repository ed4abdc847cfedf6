import { EngineError } from '../errors/engine-error.js';

/** Somebody else has added an item under an id that the caller took for free. */
export function itemAddedConcurrently(): EngineError {
  return new EngineError('conflict', 'Another request has just added an item with this id to the conversation.', {
    param: 'items',
    retryable: true,
  });
}
