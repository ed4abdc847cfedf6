// Beta: the service keeps the conversation, and later requests send only what is new.
import * as z from 'zod';

export const threadCreateParamsSchema = z.looseObject({ type: z.literal('create') });
export type ThreadCreateParams = z.infer<typeof threadCreateParamsSchema>;

/** Goes on after the answer `previous_message_id`; tools, system and history come from there. */
export const threadContinueParamsSchema = z.looseObject({ type: z.literal('continue'), previous_message_id: z.string() });
export type ThreadContinueParams = z.infer<typeof threadContinueParamsSchema>;

/** Closed: a thread request that is not understood must not be answered as if it held the whole conversation. */
export const messageThreadParamSchema = z.discriminatedUnion('type', [threadCreateParamsSchema, threadContinueParamsSchema]);
export type MessageThreadParam = z.infer<typeof messageThreadParamSchema>;

/** Of this service: the thread that ended with the message `id` is not kept any more. */
export const deletedMessageThreadSchema = z.looseObject({ id: z.string(), type: z.literal('message_thread_deleted') });
export type DeletedMessageThread = z.infer<typeof deletedMessageThreadSchema>;
