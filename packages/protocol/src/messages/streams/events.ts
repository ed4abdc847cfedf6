// A streamed response. Grammar (`MessageGrammar` validates it): message_start, then for each block
// content_block_start, content_block_delta*, content_block_stop, then message_delta+, message_stop; ping anywhere;
// error ends the stream.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { textCitationSchema } from '../content/citations.js';
import { contentBlockSchema } from '../content/content.js';
import { contextManagementResponseSchema } from '../request/context-management.js';
import { errorResponseSchema, type ErrorResponse } from '../errors/errors.js';
import { inputTransformationSchema, messageSchema, stopFields, type StopShape } from '../response/message.js';
import { messageDeltaUsageSchema } from '../response/usage.js';

const messageStartEventShape = {
  type: z.literal('message_start'),
  /** The message without content. Its usage contains the prompt's counts, estimated if they are not known yet. */
  message: messageSchema,
};
export type MessageStartEventShape = {
  [Name in keyof typeof messageStartEventShape]: (typeof messageStartEventShape)[Name];
};
/** Starts the response. */
export const messageStartEventSchema: z.ZodObject<MessageStartEventShape, z.core.$loose> =
  z.looseObject(messageStartEventShape);
export type MessageStartEvent = z.infer<typeof messageStartEventSchema>;

const contentBlockStartEventShape = {
  type: z.literal('content_block_start'),
  /** Index in `content`, from 0 without gaps. */
  index: z.int().min(0),
  /** Complete but for what deltas bring: text, thinking and signature are "", input is {}. */
  content_block: contentBlockSchema,
};
export type ContentBlockStartEventShape = {
  [Name in keyof typeof contentBlockStartEventShape]: (typeof contentBlockStartEventShape)[Name];
};
/** Starts a block. */
export const contentBlockStartEventSchema: z.ZodObject<ContentBlockStartEventShape, z.core.$loose> =
  z.looseObject(contentBlockStartEventShape);
export type ContentBlockStartEvent = z.infer<typeof contentBlockStartEventSchema>;

const textDeltaShape = {
  type: z.literal('text_delta'),
  /** Text to append. */
  text: z.string(),
};
export type TextDeltaShape = { [Name in keyof typeof textDeltaShape]: (typeof textDeltaShape)[Name] };
/** More of the text. */
export const textDeltaSchema: z.ZodObject<TextDeltaShape, z.core.$loose> = z.looseObject(textDeltaShape);
export type TextDelta = z.infer<typeof textDeltaSchema>;

const inputJSONDeltaShape = {
  type: z.literal('input_json_delta'),
  /** Text to append; valid JSON only when complete. */
  partial_json: z.string(),
};
export type InputJSONDeltaShape = { [Name in keyof typeof inputJSONDeltaShape]: (typeof inputJSONDeltaShape)[Name] };
/** A delta of the text of `input`; all deltas of a block form one JSON object, or there are none for `{}`. */
export const inputJSONDeltaSchema: z.ZodObject<InputJSONDeltaShape, z.core.$loose> = z.looseObject(inputJSONDeltaShape);
export type InputJSONDelta = z.infer<typeof inputJSONDeltaSchema>;

const thinkingDeltaShape = {
  type: z.literal('thinking_delta'),
  /** Text to append. */
  thinking: z.string(),
  /** Beta: approximate number of thinking tokens since the last delta with this field, when the text is hidden. */
  estimated_tokens: z.int().min(0).nullish(),
};
export type ThinkingDeltaShape = { [Name in keyof typeof thinkingDeltaShape]: (typeof thinkingDeltaShape)[Name] };
/** More of what the model thinks. */
export const thinkingDeltaSchema: z.ZodObject<ThinkingDeltaShape, z.core.$loose> = z.looseObject(thinkingDeltaShape);
export type ThinkingDelta = z.infer<typeof thinkingDeltaSchema>;

const signatureDeltaShape = {
  type: z.literal('signature_delta'),
  /** Sent back unchanged with the block. */
  signature: z.string(),
};
export type SignatureDeltaShape = { [Name in keyof typeof signatureDeltaShape]: (typeof signatureDeltaShape)[Name] };
/** The complete signature, last in its block. */
export const signatureDeltaSchema: z.ZodObject<SignatureDeltaShape, z.core.$loose> = z.looseObject(signatureDeltaShape);
export type SignatureDelta = z.infer<typeof signatureDeltaSchema>;

/** An additional citation for the text so far. */
export const citationsDeltaSchema = z.looseObject({ type: z.literal('citations_delta'), citation: textCitationSchema });
export type CitationsDelta = z.infer<typeof citationsDeltaSchema>;

const compactionContentBlockDeltaShape = {
  type: z.literal('compaction_delta'),
  /** The summary; null when none could be made. */
  content: z.string().nullable(),
  /** What only its issuer can read of the summary; null from this service. */
  encrypted_content: z.string().nullish(),
};
export type CompactionContentBlockDeltaShape = {
  [Name in keyof typeof compactionContentBlockDeltaShape]: (typeof compactionContentBlockDeltaShape)[Name];
};
/** Beta: the complete summary in one delta. */
export const compactionContentBlockDeltaSchema: z.ZodObject<CompactionContentBlockDeltaShape, z.core.$loose> =
  z.looseObject(compactionContentBlockDeltaShape);
export type CompactionContentBlockDelta = z.infer<typeof compactionContentBlockDeltaSchema>;

export type ContentBlockDelta =
  | TextDelta
  | InputJSONDelta
  | CitationsDelta
  | ThinkingDelta
  | SignatureDelta
  | CompactionContentBlockDelta
  | UnknownMember;
/** What a block grows by. */
export const contentBlockDeltaSchema: z.ZodType<ContentBlockDelta> = openUnion([
  textDeltaSchema,
  inputJSONDeltaSchema,
  citationsDeltaSchema,
  thinkingDeltaSchema,
  signatureDeltaSchema,
  compactionContentBlockDeltaSchema,
]);

const contentBlockDeltaEventShape = {
  type: z.literal('content_block_delta'),
  /** That of the block that began last. */
  index: z.int().min(0),
  /** A delta that matches the block type. */
  delta: contentBlockDeltaSchema,
};
export type ContentBlockDeltaEventShape = {
  [Name in keyof typeof contentBlockDeltaEventShape]: (typeof contentBlockDeltaEventShape)[Name];
};
/** A block grows. */
export const contentBlockDeltaEventSchema: z.ZodObject<ContentBlockDeltaEventShape, z.core.$loose> =
  z.looseObject(contentBlockDeltaEventShape);
export type ContentBlockDeltaEvent = z.infer<typeof contentBlockDeltaEventSchema>;

const contentBlockStopEventShape = {
  type: z.literal('content_block_stop'),
  /** That of the block that began last. */
  index: z.int().min(0),
};
export type ContentBlockStopEventShape = {
  [Name in keyof typeof contentBlockStopEventShape]: (typeof contentBlockStopEventShape)[Name];
};
/** A block is complete. */
export const contentBlockStopEventSchema: z.ZodObject<ContentBlockStopEventShape, z.core.$loose> =
  z.looseObject(contentBlockStopEventShape);
export type ContentBlockStopEvent = z.infer<typeof contentBlockStopEventSchema>;

const stopSchema: z.ZodObject<StopShape, z.core.$loose> = z.looseObject(stopFields);
const messageDeltaEventShape = {
  type: z.literal('message_delta'),
  /** Members of the message that are known by now. */
  delta: stopSchema,
  /** Totals of the message so far. */
  usage: messageDeltaUsageSchema,
  /** Beta: what was removed from the context before the model saw it. */
  context_management: contextManagementResponseSchema.nullish(),
  /** Beta: input that the model did not receive unchanged. */
  input_transformations: z.array(inputTransformationSchema).nullish(),
};
export type MessageDeltaEventShape = {
  [Name in keyof typeof messageDeltaEventShape]: (typeof messageDeltaEventShape)[Name];
};
/** Stop reason and usage totals of the response. There may be several; the last one counts. */
export const messageDeltaEventSchema: z.ZodObject<MessageDeltaEventShape, z.core.$loose> =
  z.looseObject(messageDeltaEventShape);
export type MessageDeltaEvent = z.infer<typeof messageDeltaEventSchema>;

/** The response is complete: the last event of a successful stream. */
export const messageStopEventSchema = z.looseObject({ type: z.literal('message_stop') });
export type MessageStopEvent = z.infer<typeof messageStopEventSchema>;

/** Keep-alive for the connection and the client's timeouts. */
export const pingEventSchema = z.looseObject({ type: z.literal('ping') });
export type PingEvent = z.infer<typeof pingEventSchema>;

/** The response failed: the last event. The same object as the body of an error response. */
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
/** An event of a streamed response. */
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
