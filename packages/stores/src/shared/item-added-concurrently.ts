import { EngineError } from '@org/engine/storage';

/** Another caller has added an item under an id that this caller assumed to be free. */
export function itemAddedConcurrently(): EngineError {
  return new EngineError('conflict', 'Another request has just added an item with this id to the conversation.', {
    param: 'items',
    retryable: true,
  });
}
