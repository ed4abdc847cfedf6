import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { computerActionSchema } from './computer-action.js';

/** A doubt about an action, which the user has to acknowledge. */
export const safetyCheckSchema = z.looseObject({
  id: z.string(),
  code: z.string().nullish(),
  message: z.string().nullish(),
});
export type SafetyCheck = z.infer<typeof safetyCheckSchema>;

const responseComputerToolCallShape = {
  type: z.literal('computer_call'),
  id: z.string(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  status: itemStatusSchema,
  /** One action. Mutually exclusive with `actions`. */
  action: computerActionSchema.optional(),
  /** Several actions, to be made in this order. */
  actions: z.array(computerActionSchema).optional(),
  /** Doubts that the client has to acknowledge in the output. */
  pending_safety_checks: z.array(safetyCheckSchema),
};
export type ResponseComputerToolCallShape = {
  [Name in keyof typeof responseComputerToolCallShape]: (typeof responseComputerToolCallShape)[Name];
};
/** Computer use by the model: one `action`, or several `actions` in order. */
export const responseComputerToolCallSchema: z.ZodObject<ResponseComputerToolCallShape, z.core.$loose> =
  z.looseObject(responseComputerToolCallShape);
export type ResponseComputerToolCall = z.infer<typeof responseComputerToolCallSchema>;

const computerCallShape = {
  ...responseComputerToolCallShape,
  pending_safety_checks: z.array(safetyCheckSchema).nullish(),
};
export type ComputerCallShape = { [Name in keyof typeof computerCallShape]: (typeof computerCallShape)[Name] };
/** The same call as clients send it back: some omit empty safety checks. */
export const computerCallSchema: z.ZodObject<ComputerCallShape, z.core.$loose> = z.looseObject(computerCallShape);
export type ComputerCall = z.infer<typeof computerCallSchema>;

/** Screenshot, by URL or file id. */
export const responseComputerToolCallOutputScreenshotSchema = z.looseObject({
  type: z.literal('computer_screenshot'),
  file_id: z.string().optional(),
  image_url: z.string().optional(),
});
export type ResponseComputerToolCallOutputScreenshot = z.infer<typeof responseComputerToolCallOutputScreenshotSchema>;

const computerCallOutputShape = {
  type: z.literal('computer_call_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** The screen after the last action. */
  output: responseComputerToolCallOutputScreenshotSchema,
  /** The `pending_safety_checks` of the call that the user has accepted. */
  acknowledged_safety_checks: z.array(safetyCheckSchema).nullish(),
  /** Has no effect, because an output is complete. */
  status: itemStatusSchema.nullish(),
};
export type ComputerCallOutputShape = {
  [Name in keyof typeof computerCallOutputShape]: (typeof computerCallOutputShape)[Name];
};
/** The screen after an action, as clients send it. */
export const computerCallOutputSchema: z.ZodObject<ComputerCallOutputShape, z.core.$loose> =
  z.looseObject(computerCallOutputShape);
export type ComputerCallOutput = z.infer<typeof computerCallOutputSchema>;

const responseComputerToolCallOutputItemShape = {
  type: z.literal('computer_call_output'),
  id: z.string(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** The screen after the last action. */
  output: responseComputerToolCallOutputScreenshotSchema,
  status: z.enum(['completed', 'incomplete', 'failed', 'in_progress']),
  /** The doubts that the user has accepted. */
  acknowledged_safety_checks: z.array(safetyCheckSchema).optional(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseComputerToolCallOutputItemShape = {
  [
    Name in keyof typeof responseComputerToolCallOutputItemShape
  ]: (typeof responseComputerToolCallOutputItemShape)[Name];
};
/** Screenshot after an action, as in a response or a list. */
export const responseComputerToolCallOutputItemSchema: z.ZodObject<
  ResponseComputerToolCallOutputItemShape,
  z.core.$loose
> = z.looseObject(responseComputerToolCallOutputItemShape);
export type ResponseComputerToolCallOutputItem = z.infer<typeof responseComputerToolCallOutputItemSchema>;
