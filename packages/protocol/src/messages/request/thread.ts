// Beta: the service stores the conversation, and later requests send only new messages.
import * as z from 'zod';

/** Starts a thread, identified by the `id` of the response. */
export const threadCreateParamsSchema = z.looseObject({ type: z.literal('create') });
export type ThreadCreateParams = z.infer<typeof threadCreateParamsSchema>;

const threadContinueParamsShape = {
  type: z.literal('continue'),
  /** The `id` of its last response. 404 `thread_not_found` when that is not stored. */
  previous_message_id: z.string(),
};
export type ThreadContinueParamsShape = {
  [Name in keyof typeof threadContinueParamsShape]: (typeof threadContinueParamsShape)[Name];
};
/** Continues a thread: its history is reused, and so are `tools` and `system` unless the request sends new ones. */
export const threadContinueParamsSchema: z.ZodObject<ThreadContinueParamsShape, z.core.$loose> =
  z.looseObject(threadContinueParamsShape);
export type ThreadContinueParams = z.infer<typeof threadContinueParamsSchema>;

/**
 * Starts or continues a thread. Closed: an unknown value must not be processed as if the request contained the
 * complete conversation.
 */
export const messageThreadParamSchema = z.discriminatedUnion('type', [
  threadCreateParamsSchema,
  threadContinueParamsSchema,
]);
export type MessageThreadParam = z.infer<typeof messageThreadParamSchema>;

const deletedMessageThreadShape = {
  /** ID of the last response of the thread. */
  id: z.string(),
  type: z.literal('message_thread_deleted'),
};
export type DeletedMessageThreadShape = {
  [Name in keyof typeof deletedMessageThreadShape]: (typeof deletedMessageThreadShape)[Name];
};
/** Extension of this service: the thread that ended with the message `id` is no longer stored. */
export const deletedMessageThreadSchema: z.ZodObject<DeletedMessageThreadShape, z.core.$loose> =
  z.looseObject(deletedMessageThreadShape);
export type DeletedMessageThread = z.infer<typeof deletedMessageThreadSchema>;
