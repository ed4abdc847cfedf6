// Results of code that the server ran: Python and shell.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

/** A file that the code left behind. */
export const codeExecutionOutputBlockSchema = z.looseObject({ type: z.literal('code_execution_output'), file_id: z.string() });
export type CodeExecutionOutputBlock = z.infer<typeof codeExecutionOutputBlockSchema>;
export const codeExecutionOutputBlockParamSchema = codeExecutionOutputBlockSchema;
export type CodeExecutionOutputBlockParam = CodeExecutionOutputBlock;

const ended = { return_code: z.int(), stderr: z.string(), content: z.array(codeExecutionOutputBlockSchema) };
export const codeExecutionResultBlockSchema = z.looseObject({
  type: z.literal('code_execution_result'),
  stdout: z.string(),
  ...ended,
});
export type CodeExecutionResultBlock = z.infer<typeof codeExecutionResultBlockSchema>;
export const codeExecutionResultBlockParamSchema = codeExecutionResultBlockSchema;
export type CodeExecutionResultBlockParam = CodeExecutionResultBlock;

/** The output holds search results and is sealed; it goes back unchanged. */
export const encryptedCodeExecutionResultBlockSchema = z.looseObject({
  type: z.literal('encrypted_code_execution_result'),
  encrypted_stdout: z.string(),
  ...ended,
});
export type EncryptedCodeExecutionResultBlock = z.infer<typeof encryptedCodeExecutionResultBlockSchema>;
export const encryptedCodeExecutionResultBlockParamSchema = encryptedCodeExecutionResultBlockSchema;
export type EncryptedCodeExecutionResultBlockParam = EncryptedCodeExecutionResultBlock;

export const codeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);
export type CodeExecutionToolResultErrorCode = z.infer<typeof codeExecutionToolResultErrorCodeSchema>;
export const codeExecutionToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('code_execution_tool_result_error'),
  error_code: codeExecutionToolResultErrorCodeSchema,
});
export type CodeExecutionToolResultErrorObject = z.infer<typeof codeExecutionToolResultErrorObjectSchema>;
export const codeExecutionToolResultErrorParamSchema = codeExecutionToolResultErrorObjectSchema;
export type CodeExecutionToolResultErrorParam = CodeExecutionToolResultErrorObject;

export type CodeExecutionToolResultBlockContent =
  | CodeExecutionToolResultErrorObject
  | CodeExecutionResultBlock
  | EncryptedCodeExecutionResultBlock
  | UnknownMember;
export const codeExecutionToolResultBlockContentSchema: z.ZodType<CodeExecutionToolResultBlockContent> = openUnion([
  codeExecutionToolResultErrorObjectSchema,
  codeExecutionResultBlockSchema,
  encryptedCodeExecutionResultBlockSchema,
]);
export const codeExecutionToolResultBlockParamContentSchema = codeExecutionToolResultBlockContentSchema;
export type CodeExecutionToolResultBlockParamContent = CodeExecutionToolResultBlockContent;

export const codeExecutionToolResultBlockSchema = z.looseObject({
  type: z.literal('code_execution_tool_result'),
  tool_use_id: z.string(),
  content: codeExecutionToolResultBlockContentSchema,
});
export type CodeExecutionToolResultBlock = z.infer<typeof codeExecutionToolResultBlockSchema>;
export const codeExecutionToolResultBlockParamSchema = codeExecutionToolResultBlockSchema.extend({
  cache_control: cacheControlField,
});
export type CodeExecutionToolResultBlockParam = z.infer<typeof codeExecutionToolResultBlockParamSchema>;

export const bashCodeExecutionOutputBlockSchema = z.looseObject({
  type: z.literal('bash_code_execution_output'),
  file_id: z.string(),
});
export type BashCodeExecutionOutputBlock = z.infer<typeof bashCodeExecutionOutputBlockSchema>;
export const bashCodeExecutionOutputBlockParamSchema = bashCodeExecutionOutputBlockSchema;
export type BashCodeExecutionOutputBlockParam = BashCodeExecutionOutputBlock;

export const bashCodeExecutionResultBlockSchema = z.looseObject({
  type: z.literal('bash_code_execution_result'),
  stdout: z.string(),
  stderr: z.string(),
  return_code: z.int(),
  content: z.array(bashCodeExecutionOutputBlockSchema),
});
export type BashCodeExecutionResultBlock = z.infer<typeof bashCodeExecutionResultBlockSchema>;
export const bashCodeExecutionResultBlockParamSchema = bashCodeExecutionResultBlockSchema;
export type BashCodeExecutionResultBlockParam = BashCodeExecutionResultBlock;

export const bashCodeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'output_file_too_large',
]);
export type BashCodeExecutionToolResultErrorCode = z.infer<typeof bashCodeExecutionToolResultErrorCodeSchema>;
export const bashCodeExecutionToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('bash_code_execution_tool_result_error'),
  error_code: bashCodeExecutionToolResultErrorCodeSchema,
});
export type BashCodeExecutionToolResultErrorObject = z.infer<typeof bashCodeExecutionToolResultErrorObjectSchema>;
export const bashCodeExecutionToolResultErrorParamSchema = bashCodeExecutionToolResultErrorObjectSchema;
export type BashCodeExecutionToolResultErrorParam = BashCodeExecutionToolResultErrorObject;

type BashContent = BashCodeExecutionToolResultErrorObject | BashCodeExecutionResultBlock | UnknownMember;
const bashContentSchema: z.ZodType<BashContent> = openUnion([
  bashCodeExecutionToolResultErrorObjectSchema,
  bashCodeExecutionResultBlockSchema,
]);
export const bashCodeExecutionToolResultBlockSchema = z.looseObject({
  type: z.literal('bash_code_execution_tool_result'),
  tool_use_id: z.string(),
  content: bashContentSchema,
});
export type BashCodeExecutionToolResultBlock = z.infer<typeof bashCodeExecutionToolResultBlockSchema>;
export const bashCodeExecutionToolResultBlockParamSchema = bashCodeExecutionToolResultBlockSchema.extend({
  cache_control: cacheControlField,
});
export type BashCodeExecutionToolResultBlockParam = z.infer<typeof bashCodeExecutionToolResultBlockParamSchema>;
