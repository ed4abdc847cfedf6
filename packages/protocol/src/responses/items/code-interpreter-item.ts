import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

/** Output of code execution: its logs, or an image by URL. */
export const codeInterpreterOutputSchema = openUnion([
  z.looseObject({ type: z.literal('logs'), logs: z.string() }),
  z.looseObject({ type: z.literal('image'), url: z.string() }),
]);
export type CodeInterpreterOutput = z.infer<typeof codeInterpreterOutputSchema>;

const responseCodeInterpreterToolCallShape = {
  type: z.literal('code_interpreter_call'),
  id: z.string(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'interpreting', 'failed']),
  /** The container that the code ran in. */
  container_id: z.string(),
  /** Null while it is not known yet. */
  code: z.string().nullable(),
  /** Null unless `include` asked for `code_interpreter_call.outputs`. */
  outputs: z.array(codeInterpreterOutputSchema).nullable(),
};
export type ResponseCodeInterpreterToolCallShape = {
  [Name in keyof typeof responseCodeInterpreterToolCallShape]: (typeof responseCodeInterpreterToolCallShape)[Name];
};
/** A code execution. `outputs` are present when `include` contains `code_interpreter_call.outputs`. */
export const responseCodeInterpreterToolCallSchema: z.ZodObject<ResponseCodeInterpreterToolCallShape, z.core.$loose> =
  z.looseObject(responseCodeInterpreterToolCallShape);
export type ResponseCodeInterpreterToolCall = z.infer<typeof responseCodeInterpreterToolCallSchema>;

const responseCodeInterpreterToolCallParamShape = {
  ...responseCodeInterpreterToolCallShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
};
export type ResponseCodeInterpreterToolCallParamShape = {
  [
    Name in keyof typeof responseCodeInterpreterToolCallParamShape
  ]: (typeof responseCodeInterpreterToolCallParamShape)[Name];
};
/** A run of code as clients send it back. */
export const responseCodeInterpreterToolCallParamSchema: z.ZodObject<
  ResponseCodeInterpreterToolCallParamShape,
  z.core.$loose
> = z.looseObject(responseCodeInterpreterToolCallParamShape);
export type ResponseCodeInterpreterToolCallParam = z.infer<typeof responseCodeInterpreterToolCallParamSchema>;
