// Many requests at once, answered within a day. All times are ISO 8601.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../schema/open-union.js';
import { errorResponseSchema } from './errors/errors.js';
import { messageSchema } from './response/message.js';
import { openEnum } from '../schema/open-enum.js';
import { pageSchema } from './pagination.js';
import { messageCreateParamsSchema } from './request/request.js';

/** `custom_id` is unique in its batch and names the result. */
export const batchRequestSchema = z.looseObject({
  custom_id: z.string().min(1),
  params: messageCreateParamsSchema,
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

export const batchCreateParamsSchema = z.looseObject({ requests: z.array(batchRequestSchema).min(1) });
export type BatchCreateParams = z.infer<typeof batchCreateParamsSchema>;

/** Everything counts as `processing` until the batch has ended. */
export const messageBatchRequestCountsSchema = z.looseObject({
  processing: z.int(),
  succeeded: z.int(),
  errored: z.int(),
  canceled: z.int(),
  expired: z.int(),
});
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
  /** When the batch was asked to end early; null when it was not. */
  cancel_initiated_at: z.string().nullable(),
  /** When the results were forgotten; null while they are kept. */
  archived_at: z.string().nullable(),
  /** Where the results are, once the batch has ended: an absolute address that the client can reach. */
  results_url: z.string().nullable(),
};
export type MessageBatchShape = { [Name in keyof typeof messageBatchShape]: (typeof messageBatchShape)[Name] };
export const messageBatchSchema: z.ZodObject<MessageBatchShape, z.core.$loose> = z.looseObject(messageBatchShape);
export type MessageBatch = z.infer<typeof messageBatchSchema>;

export const messageBatchesPageSchema = pageSchema(messageBatchSchema);
export type MessageBatchesPage = z.infer<typeof messageBatchesPageSchema>;

export const deletedMessageBatchSchema = z.looseObject({ id: z.string(), type: z.literal('message_batch_deleted') });
export type DeletedMessageBatch = z.infer<typeof deletedMessageBatchSchema>;

export const messageBatchSucceededResultSchema = z.looseObject({ type: z.literal('succeeded'), message: messageSchema });
export type MessageBatchSucceededResult = z.infer<typeof messageBatchSucceededResultSchema>;
export const messageBatchErroredResultSchema = z.looseObject({ type: z.literal('errored'), error: errorResponseSchema });
export type MessageBatchErroredResult = z.infer<typeof messageBatchErroredResultSchema>;
export const messageBatchCanceledResultSchema = z.looseObject({ type: z.literal('canceled') });
export type MessageBatchCanceledResult = z.infer<typeof messageBatchCanceledResultSchema>;
export const messageBatchExpiredResultSchema = z.looseObject({ type: z.literal('expired') });
export type MessageBatchExpiredResult = z.infer<typeof messageBatchExpiredResultSchema>;

export type MessageBatchResult =
  | MessageBatchSucceededResult
  | MessageBatchErroredResult
  | MessageBatchCanceledResult
  | MessageBatchExpiredResult
  | UnknownMember;
export const messageBatchResultSchema: z.ZodType<MessageBatchResult> = openUnion([
  messageBatchSucceededResultSchema,
  messageBatchErroredResultSchema,
  messageBatchCanceledResultSchema,
  messageBatchExpiredResultSchema,
]);

/** One line of the results; the order is not that of the requests. */
export const messageBatchIndividualResponseSchema = z.looseObject({ custom_id: z.string(), result: messageBatchResultSchema });
export type MessageBatchIndividualResponse = z.infer<typeof messageBatchIndividualResponseSchema>;
