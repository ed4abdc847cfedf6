// A batch as stored and shown. The result counts for a client stay zero until the end, as in the API.
import type { JsonObject } from '@org/engine';
import type { MessageBatch, MessageBatchRequestCounts } from '@org/protocol/messages';

/** A batch without its results URL, which depends on how the client reaches the service. */
export type StoredBatch = MessageBatch & { readonly results_url: null };

const dayMs = 86_400_000;

/** A batch that was just accepted. `now` is in Unix milliseconds. */
export function newBatch(id: string, size: number, now: number): StoredBatch {
  return {
    id,
    type: 'message_batch',
    processing_status: 'in_progress',
    request_counts: { processing: size, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    created_at: iso(now),
    expires_at: iso(now + dayMs),
    ended_at: null,
    cancel_initiated_at: null,
    archived_at: null,
    results_url: null,
  };
}

export function cancelingBatch(batch: StoredBatch, now: number): StoredBatch {
  return { ...batch, processing_status: 'canceling', cancel_initiated_at: iso(now) };
}

export function endedBatch(batch: StoredBatch, counts: MessageBatchRequestCounts, now: number): StoredBatch {
  return { ...batch, processing_status: 'ended', request_counts: counts, ended_at: iso(now) };
}

/** The batch as shown at `origin`. */
export function encodeBatch(batch: StoredBatch, origin: string): JsonObject {
  const ended = batch.processing_status === 'ended';
  return { ...toJson(batch), results_url: ended ? `${origin}/v1/messages/batches/${batch.id}/results` : null };
}

export function toJson(batch: StoredBatch): JsonObject {
  return batch as JsonObject;
}

/** Parses a batch of the service's own store, written by `toJson`. */
export function fromJson(payload: JsonObject): StoredBatch {
  return payload as unknown as StoredBatch;
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
