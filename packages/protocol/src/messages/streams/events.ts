// A streamed answer. Grammar (`MessageGrammar` checks it): message_start, then for each block content_block_start,
// content_block_delta*, content_block_stop, then message_delta+, message_stop; ping anywhere; error ends the stream.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { textCitationSchema } from '../content/citations.js';
import { contentBlockSchema } from '../content/content.js';
import { contextManagementResponseSchema } from '../request/context-management.js';
import { errorResponseSchema, type ErrorResponse } from '../errors/errors.js';
import { inputTransformationSchema, messageSchema, stopFields } from '../response/message.js';
import { messageDeltaUsageSchema } from '../response/usage.js';

/** `message` has no content yet; its usage holds the prompt's true counts. */
export const messageStartEventSchema = z.looseObject({ type: z.literal('message_start'), message: messageSchema });
export type MessageStartEvent = z.infer<typeof messageStartEventSchema>;

/** `content_block` is complete but for what deltas bring: text, thinking and signature are "", input is {}. */
export const contentBlockStartEventSchema = z.looseObject({
  type: z.literal('content_block_start'),
  index: z.int().min(0),
  content_block: contentBlockSchema,
});
export type ContentBlockStartEvent = z.infer<typeof contentBlockStartEventSchema>;

export const textDeltaSchema = z.looseObject({ type: z.literal('text_delta'), text: z.string() });
export type TextDelta = z.infer<typeof textDeltaSchema>;

/** A piece of the text of `input`; all pieces of a block make one JSON object, or none at all for `{}`. */
export const inputJSONDeltaSchema = z.looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() });
export type InputJSONDelta = z.infer<typeof inputJSONDeltaSchema>;

/** `estimated_tokens` is beta: thinking so far when its text is not shown. */
export const thinkingDeltaSchema = z.looseObject({
  type: z.literal('thinking_delta'),
  thinking: z.string(),
  estimated_tokens: z.int().min(0).nullish(),
});
export type ThinkingDelta = z.infer<typeof thinkingDeltaSchema>;

/** The whole signature, last in its block. */
export const signatureDeltaSchema = z.looseObject({ type: z.literal('signature_delta'), signature: z.string() });
export type SignatureDelta = z.infer<typeof signatureDeltaSchema>;

/** One more citation for the text so far. */
export const citationsDeltaSchema = z.looseObject({ type: z.literal('citations_delta'), citation: textCitationSchema });
export type CitationsDelta = z.infer<typeof citationsDeltaSchema>;

/** Beta: the whole summary at once. */
export const compactionContentBlockDeltaSchema = z.looseObject({
  type: z.literal('compaction_delta'),
  content: z.string().nullable(),
  encrypted_content: z.string().nullish(),
});
export type CompactionContentBlockDelta = z.infer<typeof compactionContentBlockDeltaSchema>;

export type ContentBlockDelta =
  | TextDelta
  | InputJSONDelta
  | CitationsDelta
  | ThinkingDelta
  | SignatureDelta
  | CompactionContentBlockDelta
  | UnknownMember;
export const contentBlockDeltaSchema: z.ZodType<ContentBlockDelta> = openUnion([
  textDeltaSchema,
  inputJSONDeltaSchema,
  citationsDeltaSchema,
  thinkingDeltaSchema,
  signatureDeltaSchema,
  compactionContentBlockDeltaSchema,
]);

export const contentBlockDeltaEventSchema = z.looseObject({
  type: z.literal('content_block_delta'),
  index: z.int().min(0),
  delta: contentBlockDeltaSchema,
});
export type ContentBlockDeltaEvent = z.infer<typeof contentBlockDeltaEventSchema>;

export const contentBlockStopEventSchema = z.looseObject({
  type: z.literal('content_block_stop'),
  index: z.int().min(0),
});
export type ContentBlockStopEvent = z.infer<typeof contentBlockStopEventSchema>;

/** Why the answer ends, and the totals. More than one may come; the last one counts. */
export const messageDeltaEventSchema = z.looseObject({
  type: z.literal('message_delta'),
  delta: z.looseObject(stopFields),
  usage: messageDeltaUsageSchema,
  context_management: contextManagementResponseSchema.nullish(),
  input_transformations: z.array(inputTransformationSchema).nullish(),
});
export type MessageDeltaEvent = z.infer<typeof messageDeltaEventSchema>;

export const messageStopEventSchema = z.looseObject({ type: z.literal('message_stop') });
export type MessageStopEvent = z.infer<typeof messageStopEventSchema>;

/** Keeps the connection and the client's watchdogs awake. */
export const pingEventSchema = z.looseObject({ type: z.literal('ping') });
export type PingEvent = z.infer<typeof pingEventSchema>;

/** The same object as the body of a failed request. */
export const errorEventSchema = errorResponseSchema;
export type ErrorEvent = ErrorResponse;

export type MessageStreamEvent =
  | MessageStartEvent
  | ContentBlockStartEvent
  | ContentBlockDeltaEvent
  | ContentBlockStopEvent
  | MessageDeltaEvent
  | MessageStopEvent
  | PingEvent
  | ErrorEvent
  | UnknownMember;
export const messageStreamEventSchema: z.ZodType<MessageStreamEvent> = openUnion([
  messageStartEventSchema,
  contentBlockStartEventSchema,
  contentBlockDeltaEventSchema,
  contentBlockStopEventSchema,
  messageDeltaEventSchema,
  messageStopEventSchema,
  pingEventSchema,
  errorEventSchema,
]);
