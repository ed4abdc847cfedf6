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

/** What an assistant message is for: words on the way, or the answer. */
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
  /** `system` and `developer` messages stay where they stand in the conversation. */
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  /** One text, or parts; parts of an `assistant` message are output that is sent back. */
  content: z.union([z.string(), z.array(messageContentSchema)]),
  /** That of a message that is sent back. Clients also make ids of their own. */
  id: z.string().nullish(),
  /** How far the message was when it was sent back; changes nothing. */
  status: itemStatusSchema.nullish(),
  /** `commentary`: words on the way to the answer; `final_answer`: the answer. A client that sends the message back keeps it. */
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
  /** A text that a client sent bare is one part here. */
  content: z.array(messageContentSchema),
  /** Always `completed` for what a client sent. */
  status: itemStatusSchema.optional(),
  /** `commentary`: words on the way to the answer; `final_answer`: the answer. A client that sends the message back keeps it. */
  phase: messagePhaseSchema.nullish(),
};
export type ResponseMessageItemShape = {
  [Name in keyof typeof responseMessageItemShape]: (typeof responseMessageItemShape)[Name];
};
/** A message as a list of input items holds it: with its id, and its content as parts. Both directions in one form. */
export const responseMessageItemSchema: z.ZodObject<ResponseMessageItemShape, z.core.$loose> =
  z.looseObject(responseMessageItemShape);
export type ResponseMessageItem = z.infer<typeof responseMessageItemSchema>;

const responseOutputMessageShape = {
  type: z.literal('message'),
  id: z.string(),
  /** `in_progress` while it is written; `incomplete` where the answer was cut off in it. */
  status: itemStatusSchema,
  role: z.literal('assistant'),
  /** Texts and refusals, in the order in which the model wrote them. */
  content: z.array(responseOutputContentSchema),
  /** `commentary`: words on the way to the answer; `final_answer`: the answer. A client that sends the message back keeps it. */
  phase: messagePhaseSchema.nullish(),
};
export type ResponseOutputMessageShape = {
  [Name in keyof typeof responseOutputMessageShape]: (typeof responseOutputMessageShape)[Name];
};
/** A message of the model. */
export const responseOutputMessageSchema: z.ZodObject<ResponseOutputMessageShape, z.core.$loose> =
  z.looseObject(responseOutputMessageShape);
export type ResponseOutputMessage = z.infer<typeof responseOutputMessageSchema>;
