import type { JsonObject } from '@org/engine/model/json';
import type { BatchEntry } from './batch-request.js';

/** A batch to work off, as the store keeps it. */
export interface BatchJobRequest {
  readonly kind: 'batch';
  readonly entries: readonly BatchEntry[];
  /** Version of the dialect that the batch was sent in. */
  readonly version: string | undefined;
}

export function writeBatchJob({ kind, entries, version }: BatchJobRequest): JsonObject {
  return { kind, entries: entries.map(({ customId, params }) => ({ customId, params })), ...(version === undefined ? {} : { version }) };
}

/** Reads what `writeBatchJob` wrote. Missing when it is something else. */
export function readBatchJob({ kind, entries, version }: JsonObject): BatchJobRequest | undefined {
  if (kind !== 'batch' || !Array.isArray(entries)) return undefined;
  return { kind, entries: entries as readonly BatchEntry[], version: typeof version === 'string' ? version : undefined };
}
