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
export const messageContentSchema: z.ZodType<MessageContent> = messageContents;

const responseInputMessageShape = {
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(messageContentSchema)]),
  id: z.string().nullish(),
  status: itemStatusSchema.nullish(),
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
  content: z.array(messageContentSchema),
  status: itemStatusSchema.optional(),
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
  status: itemStatusSchema,
  role: z.literal('assistant'),
  content: z.array(responseOutputContentSchema),
  phase: messagePhaseSchema.nullish(),
};
export type ResponseOutputMessageShape = {
  [Name in keyof typeof responseOutputMessageShape]: (typeof responseOutputMessageShape)[Name];
};
/** A message of the model. */
export const responseOutputMessageSchema: z.ZodObject<ResponseOutputMessageShape, z.core.$loose> =
  z.looseObject(responseOutputMessageShape);
export type ResponseOutputMessage = z.infer<typeof responseOutputMessageSchema>;
