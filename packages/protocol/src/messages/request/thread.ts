// Beta: the service keeps the conversation, and later requests send only what is new.
import * as z from 'zod';

/** Begins a thread, which the `id` of the answer names. */
export const threadCreateParamsSchema = z.looseObject({ type: z.literal('create') });
export type ThreadCreateParams = z.infer<typeof threadCreateParamsSchema>;

const threadContinueParamsShape = {
  type: z.literal('continue'),
  /** The `id` of its last answer. 404 `thread_not_found` when that is not kept. */
  previous_message_id: z.string(),
};
export type ThreadContinueParamsShape = {
  [Name in keyof typeof threadContinueParamsShape]: (typeof threadContinueParamsShape)[Name];
};
/** Goes on with a thread: history comes from there, and so do `tools` and `system` unless they are sent anew. */
export const threadContinueParamsSchema: z.ZodObject<ThreadContinueParamsShape, z.core.$loose> =
  z.looseObject(threadContinueParamsShape);
export type ThreadContinueParams = z.infer<typeof threadContinueParamsSchema>;

/** Begins a thread or goes on with one. Closed: what is not understood must not be answered as if it held the whole conversation. */
export const messageThreadParamSchema = z.discriminatedUnion('type', [
  threadCreateParamsSchema,
  threadContinueParamsSchema,
]);
export type MessageThreadParam = z.infer<typeof messageThreadParamSchema>;

const deletedMessageThreadShape = {
  /** The last answer of the thread. */
  id: z.string(),
  type: z.literal('message_thread_deleted'),
};
export type DeletedMessageThreadShape = {
  [Name in keyof typeof deletedMessageThreadShape]: (typeof deletedMessageThreadShape)[Name];
};
/** Of this service: the thread that ended with the message `id` is not kept any more. */
export const deletedMessageThreadSchema: z.ZodObject<DeletedMessageThreadShape, z.core.$loose> =
  z.looseObject(deletedMessageThreadShape);
export type DeletedMessageThread = z.infer<typeof deletedMessageThreadSchema>;
