import { EngineError } from '@org/engine/storage';

/** SQLite's primary result codes that mean something here. */
export const resultCode = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** Converts an error of SQLite. The message contains nothing of the statement or its values. */
export function toStoreError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const options = { cause: thrown };
  // The data to store has already been generated: a retry would only generate and bill it again.
  const notRetryable = { ...options, retryable: false };
  if (isSystemError(thrown))
    return new EngineError('internal', `The database file cannot be created or opened (${thrown.code}).`, options);
  switch (primaryCode(thrown)) {
    case resultCode.busy:
    case resultCode.locked:
      return new EngineError('overloaded', 'The database is locked by another process.', { ...options, retryAfter: 1 });
    case resultCode.full:
      return new EngineError('internal', 'The disk is full: nothing was stored.', {
        ...notRetryable,
        detail: 'storage_full',
      });
    case resultCode.ioError:
      return new EngineError('internal', 'The disk failed to read or write: nothing was stored.', notRetryable);
    case resultCode.readOnly:
    case resultCode.cannotOpen:
      return new EngineError('internal', 'The database file cannot be opened or written.', notRetryable);
    case resultCode.corrupt:
    case resultCode.notADatabase:
      return new EngineError('internal', 'The database file is damaged or is not a database.', notRetryable);
    case resultCode.noMemory:
      return new EngineError('overloaded', 'The database ran out of memory.', { ...options, retryAfter: 1 });
    default:
      return new EngineError('internal', 'The store failed.', options);
  }
}

const ofTheDisk: ReadonlySet<number | undefined> = new Set([
  resultCode.readOnly,
  resultCode.ioError,
  resultCode.corrupt,
  resultCode.cannotOpen,
  resultCode.notADatabase,
]);

/**
 * Whether the disk or the file is at fault, so that the next attempt will likely fail, too. A full disk still serves
 * reads.
 */
export function isDiskFailure({ cause }: EngineError): boolean {
  return ofTheDisk.has(primaryCode(cause));
}

/** SQLite's own code of the error. */
export function primaryCode(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown) || typeof thrown.errcode !== 'number')
    return undefined;
  return thrown.errcode & 0xff; // The upper bits give the extended code.
}

/** What the file system threw, such as EACCES. */
function isSystemError(thrown: unknown): thrown is { readonly code: string } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'syscall' in thrown &&
    'code' in thrown &&
    typeof thrown.code === 'string'
  );
}
