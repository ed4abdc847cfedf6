import { EngineError } from './engine-error.js';

/** The detail of {@link storageQuotaExceeded}, which both dialects send to clients. */
export const storageQuotaDetail = 'storage_quota_exceeded';

/** Reports that an owner would store `needed` bytes, which is more than `max`. */
export function storageQuotaExceeded(needed: number, max: number): EngineError {
  const message = `Your storage quota is ${max} bytes, and with this request you would use ${needed}. Delete responses, conversations or files, or ask the operator of the service for more.`;
  return new EngineError('invalid-request', message, { detail: storageQuotaDetail, retryable: false });
}
