// Why a prompt cache was missed.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

const diagnosticsParamShape = {
  /** The `id` of this client's last response, for comparison. Null on a first turn. */
  previous_message_id: z.string().nullish(),
};
export type DiagnosticsParamShape = {
  [Name in keyof typeof diagnosticsParamShape]: (typeof diagnosticsParamShape)[Name];
};
/** Asks why the prompt cache was missed. This service does not report it; an upstream of this dialect may. */
export const diagnosticsParamSchema: z.ZodObject<DiagnosticsParamShape, z.core.$loose> =
  z.looseObject(diagnosticsParamShape);
export type DiagnosticsParam = z.infer<typeof diagnosticsParamSchema>;

const missed = {
  /** About how many input tokens the cache would have had. */
  cache_missed_input_tokens: z.int(),
};

const cacheMissModelChangedShape = {
  type: z.literal('model_changed'),
  ...missed,
};
export type CacheMissModelChangedShape = {
  [Name in keyof typeof cacheMissModelChangedShape]: (typeof cacheMissModelChangedShape)[Name];
};
/** The request before had another `model` or `speed`. */
export const cacheMissModelChangedSchema: z.ZodObject<CacheMissModelChangedShape, z.core.$loose> =
  z.looseObject(cacheMissModelChangedShape);
export type CacheMissModelChanged = z.infer<typeof cacheMissModelChangedSchema>;

const cacheMissSystemChangedShape = {
  type: z.literal('system_changed'),
  ...missed,
};
export type CacheMissSystemChangedShape = {
  [Name in keyof typeof cacheMissSystemChangedShape]: (typeof cacheMissSystemChangedShape)[Name];
};
/** The request before had another `system`. */
export const cacheMissSystemChangedSchema: z.ZodObject<CacheMissSystemChangedShape, z.core.$loose> =
  z.looseObject(cacheMissSystemChangedShape);
export type CacheMissSystemChanged = z.infer<typeof cacheMissSystemChangedSchema>;

const cacheMissToolsChangedShape = {
  type: z.literal('tools_changed'),
  ...missed,
};
export type CacheMissToolsChangedShape = {
  [Name in keyof typeof cacheMissToolsChangedShape]: (typeof cacheMissToolsChangedShape)[Name];
};
/** The previous request had other `tools`, or the same ones in another order. */
export const cacheMissToolsChangedSchema: z.ZodObject<CacheMissToolsChangedShape, z.core.$loose> =
  z.looseObject(cacheMissToolsChangedShape);
export type CacheMissToolsChanged = z.infer<typeof cacheMissToolsChangedSchema>;

const cacheMissMessagesChangedShape = {
  type: z.literal('messages_changed'),
  ...missed,
};
export type CacheMissMessagesChangedShape = {
  [Name in keyof typeof cacheMissMessagesChangedShape]: (typeof cacheMissMessagesChangedShape)[Name];
};
/** The messages do not extend those of the previous request. */
export const cacheMissMessagesChangedSchema: z.ZodObject<CacheMissMessagesChangedShape, z.core.$loose> =
  z.looseObject(cacheMissMessagesChangedShape);
export type CacheMissMessagesChanged = z.infer<typeof cacheMissMessagesChangedSchema>;
/** The previous request is no longer known. */
export const cacheMissPreviousMessageNotFoundSchema = z.looseObject({ type: z.literal('previous_message_not_found') });
export type CacheMissPreviousMessageNotFound = z.infer<typeof cacheMissPreviousMessageNotFoundSchema>;
/** Unknown. The request was processed as usual. */
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
/** Why the prompt cache was missed. */
export const cacheMissReasonSchema: z.ZodType<CacheMissReason> = openUnion([
  cacheMissModelChangedSchema,
  cacheMissSystemChangedSchema,
  cacheMissToolsChangedSchema,
  cacheMissMessagesChangedSchema,
  cacheMissPreviousMessageNotFoundSchema,
  cacheMissUnavailableSchema,
]);

const diagnosticsShape = {
  /** Null while that is not known. */
  cache_miss_reason: cacheMissReasonSchema.nullable(),
};
export type DiagnosticsShape = { [Name in keyof typeof diagnosticsShape]: (typeof diagnosticsShape)[Name] };
/** Prompt cache diagnostics of an upstream of this dialect. */
export const diagnosticsSchema: z.ZodObject<DiagnosticsShape, z.core.$loose> = z.looseObject(diagnosticsShape);
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
