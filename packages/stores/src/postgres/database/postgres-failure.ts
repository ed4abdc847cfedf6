import { DatabaseError } from 'pg';
import { EngineError, storageQuotaExceeded } from '@org/engine/storage';
import { quotaExceededCode } from './stored-bytes-schema.js';

/** SQLSTATE codes and classes that mean something to the caller or to an operator. */
const deadlock = '40P01';
const serializationFailure = '40001';
const queryCanceled = '57014';
const diskFull = '53100';
const insufficientResources = '53';
const connectionException = '08';
const badCredentials = '28';
const invalidPasswordCode = '28P01';
const invalidCatalogNameCode = '3D000';
const noPrivilege = '42501';
const operatorIntervention = '57';
const readOnly = '25006';

/** True for a transaction that may simply be run again. */
export function isRetryable(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && (thrown.code === deadlock || thrown.code === serializationFailure);
}

/** True when the connection is unusable: for every error that the server did not report itself. */
export function breaksConnection(thrown: unknown): boolean {
  if (thrown instanceof EngineError) return false;
  return (
    !(thrown instanceof DatabaseError) ||
    hasClass(thrown, connectionException) ||
    (hasClass(thrown, operatorIntervention) && thrown.code !== queryCanceled)
  );
}

/** True when a write may have been carried out: the connection broke, and with it the news of what became of the write. */
export function isOutcomeUnknown({ cause }: EngineError): boolean {
  return cause !== undefined && breaksConnection(cause);
}

/**
 * Converts an error of PostgreSQL or of the connection to it. The message contains nothing of the statement or its
 * values.
 */
export function toStoreError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const later = { cause: thrown, retryAfter: 1 };
  if (thrown instanceof TypeError || thrown instanceof RangeError)
    return new EngineError('internal', 'The store failed.', { cause: thrown }); // A defect of the service.
  if (!(thrown instanceof DatabaseError))
    return new EngineError('overloaded', 'The database cannot be reached.', later);
  if (thrown.code === invalidPasswordCode)
    return new EngineError('internal', 'The database rejects the user or the password.', { cause: thrown });
  if (hasClass(thrown, badCredentials))
    return new EngineError('internal', 'The database rejects the user, from this address, or without TLS.', {
      cause: thrown,
    });
  if (thrown.code === noPrivilege)
    return new EngineError('internal', 'The database does not allow this user to create or use the tables.', {
      cause: thrown,
    });
  if (thrown.code === invalidCatalogNameCode)
    return new EngineError('internal', 'The database does not exist.', { cause: thrown });
  if (thrown.code === quotaExceededCode) {
    const [needed, max] = thrown.message.split(' ');
    return storageQuotaExceeded(Number(needed), Number(max));
  }
  if (thrown.code === diskFull)
    return new EngineError('internal', 'The disk of the database is full: nothing was stored.', {
      cause: thrown,
      retryable: false,
      detail: 'storage_full',
    });
  if (thrown.code === queryCanceled) return new EngineError('overloaded', 'The database took too long.', later);
  if (thrown.code === readOnly)
    return new EngineError('overloaded', 'The database accepts no writes at the moment.', later);
  if (isRetryable(thrown) || hasClass(thrown, insufficientResources))
    return new EngineError('overloaded', 'The database is overloaded.', later);
  if (hasClass(thrown, connectionException) || hasClass(thrown, operatorIntervention))
    return new EngineError('overloaded', 'The database cannot be reached.', later);
  return new EngineError('internal', 'The store failed.', { cause: thrown });
}

function hasClass({ code }: DatabaseError, sqlClass: string): boolean {
  return code?.startsWith(sqlClass) ?? false;
}
