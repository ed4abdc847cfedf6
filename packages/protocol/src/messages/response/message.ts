// The answer.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { containerSchema } from '../request/container.js';
import { contentBlockSchema } from '../content/content.js';
import { contextManagementResponseSchema } from '../request/context-management.js';
import { diagnosticsSchema } from '../request/diagnostics.js';
import { openEnum } from '../../schema/open-enum.js';
import { stopDetailsSchema } from './refusal.js';
import { usageSchema } from './usage.js';

/**
 * Why the answer ended. `tool_use`: the client must run tools. `pause_turn`: send the answer back to go on.
 * `compaction` is beta: the answer is a summary.
 */
export const stopReasonSchema = openEnum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'compaction',
  'refusal',
  'model_context_window_exceeded',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

const transformation = {
  /** Its place in the request, such as `messages.1.content.0`. */
  path: z.string(),
  /** What the block does not fit: model, conversation before it, organisation or end user. */
  reason: openEnum([
    'model_binding_mismatch',
    'prefix_binding_mismatch',
    'organization_binding_mismatch',
    'end_user_binding_mismatch',
  ]),
};

const thinkingDroppedInputTransformationShape = {
  type: z.literal('thinking_dropped'),
  ...transformation,
};
export type ThinkingDroppedInputTransformationShape = {
  [
    Name in keyof typeof thinkingDroppedInputTransformationShape
  ]: (typeof thinkingDroppedInputTransformationShape)[Name];
};
/** The model was not shown a thinking block. */
export const thinkingDroppedInputTransformationSchema: z.ZodObject<
  ThinkingDroppedInputTransformationShape,
  z.core.$loose
> = z.looseObject(thinkingDroppedInputTransformationShape);
export type ThinkingDroppedInputTransformation = z.infer<typeof thinkingDroppedInputTransformationSchema>;

const thinkingMismatchAllowedInputTransformationShape = {
  type: z.literal('thinking_mismatch_allowed'),
  ...transformation,
};
export type ThinkingMismatchAllowedInputTransformationShape = {
  [
    Name in keyof typeof thinkingMismatchAllowedInputTransformationShape
  ]: (typeof thinkingMismatchAllowedInputTransformationShape)[Name];
};
/** The model was shown a thinking block that does not fit its place. */
export const thinkingMismatchAllowedInputTransformationSchema: z.ZodObject<
  ThinkingMismatchAllowedInputTransformationShape,
  z.core.$loose
> = z.looseObject(thinkingMismatchAllowedInputTransformationShape);
export type ThinkingMismatchAllowedInputTransformation = z.infer<
  typeof thinkingMismatchAllowedInputTransformationSchema
>;
/** Beta: what was done to the input, from an upstream of this dialect. This service says such things in `x-service-warning`. */
export const inputTransformationSchema = openUnion([
  thinkingDroppedInputTransformationSchema,
  thinkingMismatchAllowedInputTransformationSchema,
]);
export type InputTransformation = z.infer<typeof inputTransformationSchema>;

/** What an answer says about its end, in a message and in `message_delta`. */
export const stopFields = {
  /** Why the answer ended; null only in the head of a stream, before that is known. */
  stop_reason: stopReasonSchema.nullable(),
  /** The stop sequence that was met, where `stop_reason` says so. */
  stop_sequence: z.string().nullish(),
  /** More about the end, such as what kind of refusal it was; absent or null where there is nothing to say. */
  stop_details: stopDetailsSchema.nullish(),
  /** The container that code ran in; null where none did. */
  container: containerSchema.nullish(),
};
/** The fields of a message that report why the model stopped. */
export type StopShape = { [Name in keyof typeof stopFields]: (typeof stopFields)[Name] };

const messageShape = {
  /** Names the message: what a thread goes on from. */
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  /** The model that answered, as the service calls it. */
  model: z.string(),
  /** What it says and which tools it calls, in order. May be empty. */
  content: z.array(contentBlockSchema),
  ...stopFields,
  /** What the message has cost, in tokens. */
  usage: usageSchema,
  /** Beta: why a cached prompt was not used, when the request asked for it. */
  diagnostics: diagnosticsSchema.nullish(),
  /** Beta: what was taken out of the context before the model saw it. */
  context_management: contextManagementResponseSchema.nullish(),
  /** Beta: what of the input the model was not shown as it came. */
  input_transformations: z.array(inputTransformationSchema).nullish(),
};
export type MessageShape = { [Name in keyof typeof messageShape]: (typeof messageShape)[Name] };
/** What the model answered. */
export const messageSchema: z.ZodObject<MessageShape, z.core.$loose> = z.looseObject(messageShape);
export type Message = z.infer<typeof messageSchema>;
