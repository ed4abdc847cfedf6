import type { CompletedAttempt, IdempotentAttempt } from '@org/engine/storage';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import type { CompletedRow, AttemptRow } from './writer/idempotency-writes.js';

export function toAttemptRow({ owner, key, attempt }: IdempotentAttempt): AttemptRow {
  return { owner: toKeyText(owner), hash: toLookupKey(key), attempt };
}

/** Undefined for a request that the client does not retry. */
export function completedRowOf(completedAttempt: CompletedAttempt | undefined): CompletedRow | null {
  return completedAttempt === undefined ? null : toCompletedRow(completedAttempt);
}

export function toCompletedRow({ attempt, response }: CompletedAttempt): CompletedRow {
  return { ...toAttemptRow(attempt), response: JSON.stringify(response) };
}
