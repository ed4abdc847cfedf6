import type { AnsweredAttempt, IdempotentAttempt } from '../../ports/idempotency-store.js';
import { toKeyText, toLookupKey } from '../key-text.js';
import type { AnsweredRow, AttemptRow } from './writer/idempotency-writes.js';

export function toAttemptRow({ owner, key, attempt }: IdempotentAttempt): AttemptRow {
  return { owner: toKeyText(owner), hash: toLookupKey(key), attempt };
}

/** Nothing for a request that is not sent again. */
export function answeredRowOf(answered: AnsweredAttempt | undefined): AnsweredRow | null {
  return answered === undefined ? null : toAnsweredRow(answered);
}

export function toAnsweredRow({ attempt, answer }: AnsweredAttempt): AnsweredRow {
  return { ...toAttemptRow(attempt), answer: JSON.stringify(answer) };
}
