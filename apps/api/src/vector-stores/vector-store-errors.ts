import { EngineError } from '@org/engine';

/** Omits the id: the response has the same bytes for every unavailable id. */
export function vectorStoreNotFound(): EngineError {
  return new EngineError('not-found', 'There is no vector store with this id.');
}

export function vectorStoreFileNotFound(): EngineError {
  return new EngineError('not-found', 'The vector store has no file with this id.');
}

export function fileBatchNotFound(): EngineError {
  return new EngineError('not-found', 'The vector store has no file batch with this id.');
}

export function tooManyFiles(): EngineError {
  return new EngineError(
    'invalid-request',
    'The vector store would have more files than the service allows. Remove some, or create another vector store.',
    { detail: 'storage_quota_exceeded', retryable: false },
  );
}
