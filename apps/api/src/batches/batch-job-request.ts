import type { JsonObject } from '@org/engine';
import { readOrigin, writeOrigin, type JobOrigin } from '../jobs/job-origin.js';
import type { BatchEntry } from './batch-request.js';

/** A batch job as stored. */
export interface BatchJobRequest {
  readonly kind: 'batch';
  readonly entries: readonly BatchEntry[];
  /** Version of the dialect that the batch was sent in. */
  readonly version: string | undefined;
  /** What the client's beta header switched on, for all of its requests. */
  readonly betas: readonly string[];
  /**
   * Whether all of its models were configured on arrival: a model that is missing later may still exist on another
   * replica.
   */
  readonly areModelsConfigured: boolean;
  readonly origin?: JobOrigin | undefined;
}

export function writeBatchJob({
  kind,
  entries,
  version,
  betas,
  areModelsConfigured,
  origin,
}: BatchJobRequest): JsonObject {
  return {
    kind,
    entries: entries.map(({ customId, params }) => ({ customId, params })),
    ...(version === undefined ? {} : { version }),
    betas,
    areModelsConfigured,
    ...writeOrigin(origin),
  };
}

/** Reads what `writeBatchJob` wrote. Missing when it is something else. */
export function readBatchJob(stored: JsonObject): BatchJobRequest | undefined {
  // `served`: the name in builds before 2026-12.
  const { kind, entries, version, betas, areModelsConfigured = stored['served'] } = stored;
  if (kind !== 'batch' || !Array.isArray(entries)) return undefined;
  return {
    kind,
    entries: entries as readonly BatchEntry[],
    version: typeof version === 'string' ? version : undefined,
    betas: Array.isArray(betas) ? betas.filter((beta) => typeof beta === 'string') : [],
    areModelsConfigured: areModelsConfigured === true,
    ...readOrigin(stored),
  };
}
