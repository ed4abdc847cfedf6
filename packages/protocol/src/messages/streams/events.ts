// A streamed answer. Grammar (`MessageGrammar` checks it): message_start, then for each block content_block_start,
// content_block_delta*, content_block_stop, then message_delta+, message_stop; ping anywhere; error ends the stream.
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
  /** Without content yet. Its usage holds the prompt's counts, estimated where they are not known by then. */
  message: messageSchema,
};
export type MessageStartEventShape = {
  [Name in keyof typeof messageStartEventShape]: (typeof messageStartEventShape)[Name];
};
/** Begins the answer. */
export const messageStartEventSchema: z.ZodObject<MessageStartEventShape, z.core.$loose> =
  z.looseObject(messageStartEventShape);
export type MessageStartEvent = z.infer<typeof messageStartEventSchema>;

const contentBlockStartEventShape = {
  type: z.literal('content_block_start'),
  /** Its place in `content`, from 0 without gaps. */
  index: z.int().min(0),
  /** Complete but for what deltas bring: text, thinking and signature are "", input is {}. */
  content_block: contentBlockSchema,
};
export type ContentBlockStartEventShape = {
  [Name in keyof typeof contentBlockStartEventShape]: (typeof contentBlockStartEventShape)[Name];
};
/** Begins a block. */
export const contentBlockStartEventSchema: z.ZodObject<ContentBlockStartEventShape, z.core.$loose> =
  z.looseObject(contentBlockStartEventShape);
export type ContentBlockStartEvent = z.infer<typeof contentBlockStartEventSchema>;

const textDeltaShape = {
  type: z.literal('text_delta'),
  /** A piece, to be put behind the others. */
  text: z.string(),
};
export type TextDeltaShape = { [Name in keyof typeof textDeltaShape]: (typeof textDeltaShape)[Name] };
/** More of the text. */
export const textDeltaSchema: z.ZodObject<TextDeltaShape, z.core.$loose> = z.looseObject(textDeltaShape);
export type TextDelta = z.infer<typeof textDeltaSchema>;

const inputJSONDeltaShape = {
  type: z.literal('input_json_delta'),
  /** A piece, to be put behind the others: JSON only when all are there. */
  partial_json: z.string(),
};
export type InputJSONDeltaShape = { [Name in keyof typeof inputJSONDeltaShape]: (typeof inputJSONDeltaShape)[Name] };
/** A piece of the text of `input`; all pieces of a block make one JSON object, or none at all for `{}`. */
export const inputJSONDeltaSchema: z.ZodObject<InputJSONDeltaShape, z.core.$loose> = z.looseObject(inputJSONDeltaShape);
export type InputJSONDelta = z.infer<typeof inputJSONDeltaSchema>;

const thinkingDeltaShape = {
  type: z.literal('thinking_delta'),
  /** A piece, to be put behind the others. */
  thinking: z.string(),
  /** Beta: about how many tokens were thought since the last delta that said so, where the text is not shown. */
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
/** The whole signature, last in its block. */
export const signatureDeltaSchema: z.ZodObject<SignatureDeltaShape, z.core.$loose> = z.looseObject(signatureDeltaShape);
export type SignatureDelta = z.infer<typeof signatureDeltaSchema>;

/** One more citation for the text so far. */
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
/** Beta: the whole summary at once. */
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
  /** Of the kind that fits the block. */
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
  /** Totals of the whole message so far. */
  usage: messageDeltaUsageSchema,
  /** Beta: what was taken out of the context before the model saw it. */
  context_management: contextManagementResponseSchema.nullish(),
  /** Beta: what of the input the model was not shown as it came. */
  input_transformations: z.array(inputTransformationSchema).nullish(),
};
export type MessageDeltaEventShape = {
  [Name in keyof typeof messageDeltaEventShape]: (typeof messageDeltaEventShape)[Name];
};
/** Why the answer ends, and the totals. More than one may come; the last one counts. */
export const messageDeltaEventSchema: z.ZodObject<MessageDeltaEventShape, z.core.$loose> =
  z.looseObject(messageDeltaEventShape);
export type MessageDeltaEvent = z.infer<typeof messageDeltaEventSchema>;

/** The answer is complete: the last event of a stream that did not fail. */
export const messageStopEventSchema = z.looseObject({ type: z.literal('message_stop') });
export type MessageStopEvent = z.infer<typeof messageStopEventSchema>;

/** Keeps the connection and the client's watchdogs awake. */
export const pingEventSchema = z.looseObject({ type: z.literal('ping') });
export type PingEvent = z.infer<typeof pingEventSchema>;

/** The answer failed: the last event. The same object as the body of a failed request. */
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
/** An event of a streamed answer. */
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
