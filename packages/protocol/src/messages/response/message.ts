// The response message.
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
 * Why the response ended. `tool_use`: the client must run tools. `pause_turn`: send the response back to continue.
 * `compaction` is beta: the response is a summary.
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
  /** Path in the request, such as `messages.1.content.0`. */
  path: z.string(),
  /** What the block does not match: model, preceding conversation, organization or end user. */
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
/** A thinking block was omitted from the model's input. */
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
/** The model received a thinking block that does not match its position. */
export const thinkingMismatchAllowedInputTransformationSchema: z.ZodObject<
  ThinkingMismatchAllowedInputTransformationShape,
  z.core.$loose
> = z.looseObject(thinkingMismatchAllowedInputTransformationShape);
export type ThinkingMismatchAllowedInputTransformation = z.infer<
  typeof thinkingMismatchAllowedInputTransformationSchema
>;
/**
 * Beta: transformations of the input, from an upstream of this dialect. This service reports them in
 * `x-service-warning`.
 */
export const inputTransformationSchema = openUnion([
  thinkingDroppedInputTransformationSchema,
  thinkingMismatchAllowedInputTransformationSchema,
]);
export type InputTransformation = z.infer<typeof inputTransformationSchema>;

/** Stop fields of a response, in a message and in `message_delta`. */
export const stopFields = {
  /** Why the response ended; null only in `message_start`, before the reason is known. */
  stop_reason: stopReasonSchema.nullable(),
  /** The matched stop sequence, if `stop_reason` indicates one. */
  stop_sequence: z.string().nullish(),
  /** Details about the stop reason, such as the category of a refusal; absent or null when there are none. */
  stop_details: stopDetailsSchema.nullish(),
  /** The container that code ran in; null where none did. */
  container: containerSchema.nullish(),
};
/** The fields of a message that report why the model stopped. */
export type StopShape = { [Name in keyof typeof stopFields]: (typeof stopFields)[Name] };

const messageShape = {
  /** ID of the message, which a thread can continue from. */
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  /** Name of the responding model in the service. */
  model: z.string(),
  /** Text and tool calls in order. May be empty. */
  content: z.array(contentBlockSchema),
  ...stopFields,
  /** What the message has cost, in tokens. */
  usage: usageSchema,
  /** Beta: why a cached prompt was not used, when the request asked for it. */
  diagnostics: diagnosticsSchema.nullish(),
  /** Beta: what was removed from the context before the model saw it. */
  context_management: contextManagementResponseSchema.nullish(),
  /** Beta: input that the model did not receive unchanged. */
  input_transformations: z.array(inputTransformationSchema).nullish(),
};
export type MessageShape = { [Name in keyof typeof messageShape]: (typeof messageShape)[Name] };
/** A message from the model. */
export const messageSchema: z.ZodObject<MessageShape, z.core.$loose> = z.looseObject(messageShape);
export type Message = z.infer<typeof messageSchema>;
