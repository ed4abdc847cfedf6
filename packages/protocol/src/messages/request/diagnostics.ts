// Why a prompt cache was missed.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

/** Compares with the answer `previous_message_id`. */
export const diagnosticsParamSchema = z.looseObject({ previous_message_id: z.string().nullish() });
export type DiagnosticsParam = z.infer<typeof diagnosticsParamSchema>;

const missed = { cache_missed_input_tokens: z.int() };
export const cacheMissModelChangedSchema = z.looseObject({ type: z.literal('model_changed'), ...missed });
export type CacheMissModelChanged = z.infer<typeof cacheMissModelChangedSchema>;
export const cacheMissSystemChangedSchema = z.looseObject({ type: z.literal('system_changed'), ...missed });
export type CacheMissSystemChanged = z.infer<typeof cacheMissSystemChangedSchema>;
export const cacheMissToolsChangedSchema = z.looseObject({ type: z.literal('tools_changed'), ...missed });
export type CacheMissToolsChanged = z.infer<typeof cacheMissToolsChangedSchema>;
export const cacheMissMessagesChangedSchema = z.looseObject({ type: z.literal('messages_changed'), ...missed });
export type CacheMissMessagesChanged = z.infer<typeof cacheMissMessagesChangedSchema>;
export const cacheMissPreviousMessageNotFoundSchema = z.looseObject({ type: z.literal('previous_message_not_found') });
export type CacheMissPreviousMessageNotFound = z.infer<typeof cacheMissPreviousMessageNotFoundSchema>;
export const cacheMissUnavailableSchema = z.looseObject({ type: z.literal('unavailable') });
export type CacheMissUnavailable = z.infer<typeof cacheMissUnavailableSchema>;

export type CacheMissReason =
  | CacheMissModelChanged
  | CacheMissSystemChanged
  | CacheMissToolsChanged
  | CacheMissMessagesChanged
  | CacheMissPreviousMessageNotFound
  | CacheMissUnavailable
  | UnknownMember;
export const cacheMissReasonSchema: z.ZodType<CacheMissReason> = openUnion([
  cacheMissModelChangedSchema,
  cacheMissSystemChangedSchema,
  cacheMissToolsChangedSchema,
  cacheMissMessagesChangedSchema,
  cacheMissPreviousMessageNotFoundSchema,
  cacheMissUnavailableSchema,
]);

export const diagnosticsSchema = z.looseObject({ cache_miss_reason: cacheMissReasonSchema.nullable() });
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
