// Batches: many requests that are processed within a day. All times are ISO 8601.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../schema/open-union.js';
import { errorResponseSchema } from './errors/errors.js';
import { messageSchema } from './response/message.js';
import { openEnum } from '../schema/open-enum.js';
import { pageSchema } from './pagination.js';
import { messageCreateParamsSchema } from './request/request.js';

const batchRequestShape = {
  /** Names the result; unique in its batch. 1 to 64 letters, digits, `_` or `-`. */
  custom_id: z.string().min(1),
  /**
   * A body of `POST /v1/messages` without `stream`. The service validates each one when it is processed, so an
   * invalid one fails alone.
   */
  params: messageCreateParamsSchema,
};
export type BatchRequestShape = { [Name in keyof typeof batchRequestShape]: (typeof batchRequestShape)[Name] };
/** One request of a batch. */
export const batchRequestSchema: z.ZodObject<BatchRequestShape, z.core.$loose> = z.looseObject(batchRequestShape);
export type BatchRequest = z.infer<typeof batchRequestSchema>;

const batchCreateParamsShape = {
  /** At most 100,000. The version and betas of this request apply to each of them. */
  requests: z.array(batchRequestSchema).min(1),
};
export type BatchCreateParamsShape = {
  [Name in keyof typeof batchCreateParamsShape]: (typeof batchCreateParamsShape)[Name];
};
/** Body of `POST /v1/messages/batches`. */
export const batchCreateParamsSchema: z.ZodObject<BatchCreateParamsShape, z.core.$loose> =
  z.looseObject(batchCreateParamsShape);
export type BatchCreateParams = z.infer<typeof batchCreateParamsSchema>;

const messageBatchRequestCountsShape = {
  /** Without a result. */
  processing: z.int(),
  succeeded: z.int(),
  /** Number of failed or rejected requests. */
  errored: z.int(),
  /** Number of requests without a result when the batch was cancelled. */
  canceled: z.int(),
  /** Number of requests without a result when the batch expired. */
  expired: z.int(),
};
export type MessageBatchRequestCountsShape = {
  [Name in keyof typeof messageBatchRequestCountsShape]: (typeof messageBatchRequestCountsShape)[Name];
};
/** Number of requests by result. All count as `processing` until the batch has ended; until then the others are 0. */
export const messageBatchRequestCountsSchema: z.ZodObject<MessageBatchRequestCountsShape, z.core.$loose> =
  z.looseObject(messageBatchRequestCountsShape);
export type MessageBatchRequestCounts = z.infer<typeof messageBatchRequestCountsSchema>;

const messageBatchShape = {
  id: z.string(),
  type: z.literal('message_batch'),
  /** `ended`: every request has a result. `canceling`: those that run are ended first. */
  processing_status: openEnum(['in_progress', 'canceling', 'ended']),
  /** How many of the requests have which end. */
  request_counts: messageBatchRequestCountsSchema,
  /** ISO 8601, as all times of a batch. */
  created_at: z.string(),
  /** When requests that have no result by then expire. */
  expires_at: z.string(),
  /** When the last result was there; null before. */
  ended_at: z.string().nullable(),
  /** When cancellation was requested; null if it was not. */
  cancel_initiated_at: z.string().nullable(),
  /** When the results were deleted; null while they are stored. */
  archived_at: z.string().nullable(),
  /** Where the results are, once the batch has ended: an absolute address that the client can reach. */
  results_url: z.string().nullable(),
};
export type MessageBatchShape = { [Name in keyof typeof messageBatchShape]: (typeof messageBatchShape)[Name] };
/** A batch of requests, processed within a day. */
export const messageBatchSchema: z.ZodObject<MessageBatchShape, z.core.$loose> = z.looseObject(messageBatchShape);
export type MessageBatch = z.infer<typeof messageBatchSchema>;

/** A page of batches, the newest first. */
export const messageBatchesPageSchema = pageSchema(messageBatchSchema);
export type MessageBatchesPage = z.infer<typeof messageBatchesPageSchema>;

/** The batch and its results were deleted. */
export const deletedMessageBatchSchema = z.looseObject({ id: z.string(), type: z.literal('message_batch_deleted') });
export type DeletedMessageBatch = z.infer<typeof deletedMessageBatchSchema>;

/** The request succeeded. */
export const messageBatchSucceededResultSchema = z.looseObject({
  type: z.literal('succeeded'),
  message: messageSchema,
});
export type MessageBatchSucceededResult = z.infer<typeof messageBatchSucceededResultSchema>;

const messageBatchErroredResultShape = {
  type: z.literal('errored'),
  /** What would have been the body, had the request been sent alone. */
  error: errorResponseSchema,
};
export type MessageBatchErroredResultShape = {
  [Name in keyof typeof messageBatchErroredResultShape]: (typeof messageBatchErroredResultShape)[Name];
};
/** The request failed. */
export const messageBatchErroredResultSchema: z.ZodObject<MessageBatchErroredResultShape, z.core.$loose> =
  z.looseObject(messageBatchErroredResultShape);
export type MessageBatchErroredResult = z.infer<typeof messageBatchErroredResultSchema>;
/** The batch was cancelled before the request was processed. */
export const messageBatchCanceledResultSchema = z.looseObject({ type: z.literal('canceled') });
export type MessageBatchCanceledResult = z.infer<typeof messageBatchCanceledResultSchema>;
/** The batch expired before the request was processed. */
export const messageBatchExpiredResultSchema = z.looseObject({ type: z.literal('expired') });
export type MessageBatchExpiredResult = z.infer<typeof messageBatchExpiredResultSchema>;

export type MessageBatchResult =
  | MessageBatchSucceededResult
  | MessageBatchErroredResult
  | MessageBatchCanceledResult
  | MessageBatchExpiredResult
  | UnknownMember;
/** What became of a request. */
export const messageBatchResultSchema: z.ZodType<MessageBatchResult> = openUnion([
  messageBatchSucceededResultSchema,
  messageBatchErroredResultSchema,
  messageBatchCanceledResultSchema,
  messageBatchExpiredResultSchema,
]);

const messageBatchIndividualResponseShape = {
  /** That of the request. */
  custom_id: z.string(),
  result: messageBatchResultSchema,
};
export type MessageBatchIndividualResponseShape = {
  [Name in keyof typeof messageBatchIndividualResponseShape]: (typeof messageBatchIndividualResponseShape)[Name];
};
/** One line of the results; their order differs from that of the requests. */
export const messageBatchIndividualResponseSchema: z.ZodObject<MessageBatchIndividualResponseShape, z.core.$loose> =
  z.looseObject(messageBatchIndividualResponseShape);
export type MessageBatchIndividualResponse = z.infer<typeof messageBatchIndividualResponseSchema>;
