import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import {
  responseInputAudioSchema,
  responseInputFileSchema,
  responseInputImageSchema,
  responseInputTextSchema,
} from '../request/input-content.js';
import { itemStatusSchema } from '../item-status.js';
import {
  replayedOutputTextSchema,
  responseOutputContentSchema,
  responseOutputRefusalSchema,
} from '../response/output-content.js';

/** Purpose of an assistant message: intermediate text, or the final response. */
export const messagePhaseSchema = z.enum(['commentary', 'final_answer']);
export type MessagePhase = z.infer<typeof messagePhaseSchema>;

const messageContents = openUnion([
  responseInputTextSchema,
  responseInputImageSchema,
  responseInputFileSchema,
  responseInputAudioSchema,
  replayedOutputTextSchema,
  responseOutputRefusalSchema,
]);
/** A part of a message that a client sends: input, or output sent back. */
export type MessageContent = Named<z.infer<typeof messageContents>>;
/** A content part of a message item. */
export const messageContentSchema: z.ZodType<MessageContent> = messageContents;

const responseInputMessageShape = {
  /** May be absent: what has a `role` is a message. */
  type: z.literal('message').optional(),
  /** `system` and `developer` messages keep their position in the conversation. */
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  /** A string, or parts; parts of an `assistant` message are output that is sent back. */
  content: z.union([z.string(), z.array(messageContentSchema)]),
  /** ID of a message that is sent back. Clients also generate their own ids. */
  id: z.string().nullish(),
  /** Status of the message when it was sent back; it has no effect. */
  status: itemStatusSchema.nullish(),
  /**
   * `commentary`: intermediate text; `final_answer`: the final response. A client that sends the message back
   * preserves it.
   */
  phase: messagePhaseSchema.nullish(),
};
export type ResponseInputMessageShape = {
  [Name in keyof typeof responseInputMessageShape]: (typeof responseInputMessageShape)[Name];
};
/**
 * A message as clients send it. One schema for the three forms of the official types (easy, structured, replayed
 * output): they share `type` and overlap in every field, and real clients mix them. `type` may be absent.
 */
export const responseInputMessageSchema: z.ZodObject<ResponseInputMessageShape, z.core.$loose> =
  z.looseObject(responseInputMessageShape);
export type ResponseInputMessage = z.infer<typeof responseInputMessageSchema>;

const responseMessageItemShape = {
  type: z.literal('message'),
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  /** A string from a client becomes one part here. */
  content: z.array(messageContentSchema),
  /** Always `completed` for what a client sent. */
  status: itemStatusSchema.optional(),
  /**
   * `commentary`: intermediate text; `final_answer`: the final response. A client that sends the message back
   * preserves it.
   */
  phase: messagePhaseSchema.nullish(),
};
export type ResponseMessageItemShape = {
  [Name in keyof typeof responseMessageItemShape]: (typeof responseMessageItemShape)[Name];
};
/** A message as in a list of input items: with its id, and its content as parts. One format for both directions. */
export const responseMessageItemSchema: z.ZodObject<ResponseMessageItemShape, z.core.$loose> =
  z.looseObject(responseMessageItemShape);
export type ResponseMessageItem = z.infer<typeof responseMessageItemSchema>;

const responseOutputMessageShape = {
  type: z.literal('message'),
  id: z.string(),
  /** `in_progress` while the model writes it; `incomplete` when the response was truncated within it. */
  status: itemStatusSchema,
  role: z.literal('assistant'),
  /** Texts and refusals, in the order in which the model wrote them. */
  content: z.array(responseOutputContentSchema),
  /**
   * `commentary`: intermediate text; `final_answer`: the final response. A client that sends the message back
   * preserves it.
   */
  phase: messagePhaseSchema.nullish(),
};
export type ResponseOutputMessageShape = {
  [Name in keyof typeof responseOutputMessageShape]: (typeof responseOutputMessageShape)[Name];
};
/** A message of the model. */
export const responseOutputMessageSchema: z.ZodObject<ResponseOutputMessageShape, z.core.$loose> =
  z.looseObject(responseOutputMessageShape);
export type ResponseOutputMessage = z.infer<typeof responseOutputMessageSchema>;
