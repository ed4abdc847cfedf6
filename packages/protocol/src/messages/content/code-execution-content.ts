// Results of code that the server ran: Python and shell.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

/** A file created by the code. */
export const codeExecutionOutputBlockSchema = z.looseObject({
  type: z.literal('code_execution_output'),
  file_id: z.string(),
});
export type CodeExecutionOutputBlock = z.infer<typeof codeExecutionOutputBlockSchema>;
/** As a request sends it back. */
export const codeExecutionOutputBlockParamSchema = codeExecutionOutputBlockSchema;
export type CodeExecutionOutputBlockParam = CodeExecutionOutputBlock;

const ended = {
  /** Exit code; 0 means success. */
  return_code: z.int(),
  stderr: z.string(),
  /** Files that the code created. */
  content: z.array(codeExecutionOutputBlockSchema),
};

const codeExecutionResultBlockShape = {
  type: z.literal('code_execution_result'),
  stdout: z.string(),
  ...ended,
};
export type CodeExecutionResultBlockShape = {
  [Name in keyof typeof codeExecutionResultBlockShape]: (typeof codeExecutionResultBlockShape)[Name];
};
/** What the code wrote, and how it ended. */
export const codeExecutionResultBlockSchema: z.ZodObject<CodeExecutionResultBlockShape, z.core.$loose> =
  z.looseObject(codeExecutionResultBlockShape);
export type CodeExecutionResultBlock = z.infer<typeof codeExecutionResultBlockSchema>;
/** As a request sends it back. */
export const codeExecutionResultBlockParamSchema = codeExecutionResultBlockSchema;
export type CodeExecutionResultBlockParam = CodeExecutionResultBlock;

const encryptedCodeExecutionResultBlockShape = {
  type: z.literal('encrypted_code_execution_result'),
  /** Opaque: sent back unchanged. */
  encrypted_stdout: z.string(),
  ...ended,
};
export type EncryptedCodeExecutionResultBlockShape = {
  [Name in keyof typeof encryptedCodeExecutionResultBlockShape]: (typeof encryptedCodeExecutionResultBlockShape)[Name];
};
/** The output contains search results and is encrypted; the client sends it back unchanged. */
export const encryptedCodeExecutionResultBlockSchema: z.ZodObject<
  EncryptedCodeExecutionResultBlockShape,
  z.core.$loose
> = z.looseObject(encryptedCodeExecutionResultBlockShape);
export type EncryptedCodeExecutionResultBlock = z.infer<typeof encryptedCodeExecutionResultBlockSchema>;
/** As a request sends it back. */
export const encryptedCodeExecutionResultBlockParamSchema = encryptedCodeExecutionResultBlockSchema;
export type EncryptedCodeExecutionResultBlockParam = EncryptedCodeExecutionResultBlock;

/** Why the code did not run to its end. */
export const codeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);
export type CodeExecutionToolResultErrorCode = z.infer<typeof codeExecutionToolResultErrorCodeSchema>;
/** The code did not run to its end. */
export const codeExecutionToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('code_execution_tool_result_error'),
  error_code: codeExecutionToolResultErrorCodeSchema,
});
export type CodeExecutionToolResultErrorObject = z.infer<typeof codeExecutionToolResultErrorObjectSchema>;
/** As a request sends it back. */
export const codeExecutionToolResultErrorParamSchema = codeExecutionToolResultErrorObjectSchema;
export type CodeExecutionToolResultErrorParam = CodeExecutionToolResultErrorObject;

export type CodeExecutionToolResultBlockContent =
  | CodeExecutionToolResultErrorObject
  | CodeExecutionResultBlock
  | EncryptedCodeExecutionResultBlock
  | UnknownMember;
/** What became of the code. */
export const codeExecutionToolResultBlockContentSchema: z.ZodType<CodeExecutionToolResultBlockContent> = openUnion([
  codeExecutionToolResultErrorObjectSchema,
  codeExecutionResultBlockSchema,
  encryptedCodeExecutionResultBlockSchema,
]);
/** As a request sends it back. */
export const codeExecutionToolResultBlockParamContentSchema = codeExecutionToolResultBlockContentSchema;
export type CodeExecutionToolResultBlockParamContent = CodeExecutionToolResultBlockContent;

const codeExecutionToolResultBlockShape = {
  type: z.literal('code_execution_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** What it wrote, or why it did not run. */
  content: codeExecutionToolResultBlockContentSchema,
};
export type CodeExecutionToolResultBlockShape = {
  [Name in keyof typeof codeExecutionToolResultBlockShape]: (typeof codeExecutionToolResultBlockShape)[Name];
};
/** What became of code that the model had run. */
export const codeExecutionToolResultBlockSchema: z.ZodObject<CodeExecutionToolResultBlockShape, z.core.$loose> =
  z.looseObject(codeExecutionToolResultBlockShape);
export type CodeExecutionToolResultBlock = z.infer<typeof codeExecutionToolResultBlockSchema>;

const codeExecutionToolResultBlockParamShape = {
  ...codeExecutionToolResultBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type CodeExecutionToolResultBlockParamShape = {
  [Name in keyof typeof codeExecutionToolResultBlockParamShape]: (typeof codeExecutionToolResultBlockParamShape)[Name];
};
/** Result of code, sent back. Other models receive its output. */
export const codeExecutionToolResultBlockParamSchema: z.ZodObject<
  CodeExecutionToolResultBlockParamShape,
  z.core.$loose
> = z.looseObject(codeExecutionToolResultBlockParamShape);
export type CodeExecutionToolResultBlockParam = z.infer<typeof codeExecutionToolResultBlockParamSchema>;

/** A file created by the command. */
export const bashCodeExecutionOutputBlockSchema = z.looseObject({
  type: z.literal('bash_code_execution_output'),
  file_id: z.string(),
});
export type BashCodeExecutionOutputBlock = z.infer<typeof bashCodeExecutionOutputBlockSchema>;
/** As a request sends it back. */
export const bashCodeExecutionOutputBlockParamSchema = bashCodeExecutionOutputBlockSchema;
export type BashCodeExecutionOutputBlockParam = BashCodeExecutionOutputBlock;

const bashCodeExecutionResultBlockShape = {
  type: z.literal('bash_code_execution_result'),
  stdout: z.string(),
  stderr: z.string(),
  /** Exit code; 0 means success. */
  return_code: z.int(),
  /** Files that the code created. */
  content: z.array(bashCodeExecutionOutputBlockSchema),
};
export type BashCodeExecutionResultBlockShape = {
  [Name in keyof typeof bashCodeExecutionResultBlockShape]: (typeof bashCodeExecutionResultBlockShape)[Name];
};
/** What the command wrote, and how it ended. */
export const bashCodeExecutionResultBlockSchema: z.ZodObject<BashCodeExecutionResultBlockShape, z.core.$loose> =
  z.looseObject(bashCodeExecutionResultBlockShape);
export type BashCodeExecutionResultBlock = z.infer<typeof bashCodeExecutionResultBlockSchema>;
/** As a request sends it back. */
export const bashCodeExecutionResultBlockParamSchema = bashCodeExecutionResultBlockSchema;
export type BashCodeExecutionResultBlockParam = BashCodeExecutionResultBlock;

/** Why the command did not run to its end. */
export const bashCodeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'output_file_too_large',
]);
export type BashCodeExecutionToolResultErrorCode = z.infer<typeof bashCodeExecutionToolResultErrorCodeSchema>;
/** The command did not run to its end. */
export const bashCodeExecutionToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('bash_code_execution_tool_result_error'),
  error_code: bashCodeExecutionToolResultErrorCodeSchema,
});
export type BashCodeExecutionToolResultErrorObject = z.infer<typeof bashCodeExecutionToolResultErrorObjectSchema>;
/** As a request sends it back. */
export const bashCodeExecutionToolResultErrorParamSchema = bashCodeExecutionToolResultErrorObjectSchema;
export type BashCodeExecutionToolResultErrorParam = BashCodeExecutionToolResultErrorObject;

type BashContent = BashCodeExecutionToolResultErrorObject | BashCodeExecutionResultBlock | UnknownMember;
const bashContentSchema: z.ZodType<BashContent> = openUnion([
  bashCodeExecutionToolResultErrorObjectSchema,
  bashCodeExecutionResultBlockSchema,
]);

const bashCodeExecutionToolResultBlockShape = {
  type: z.literal('bash_code_execution_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** What it wrote, or why it did not run. */
  content: bashContentSchema,
};
export type BashCodeExecutionToolResultBlockShape = {
  [Name in keyof typeof bashCodeExecutionToolResultBlockShape]: (typeof bashCodeExecutionToolResultBlockShape)[Name];
};
/** What became of a command that the model had run. */
export const bashCodeExecutionToolResultBlockSchema: z.ZodObject<BashCodeExecutionToolResultBlockShape, z.core.$loose> =
  z.looseObject(bashCodeExecutionToolResultBlockShape);
export type BashCodeExecutionToolResultBlock = z.infer<typeof bashCodeExecutionToolResultBlockSchema>;

const bashCodeExecutionToolResultBlockParamShape = {
  ...bashCodeExecutionToolResultBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type BashCodeExecutionToolResultBlockParamShape = {
  [
    Name in keyof typeof bashCodeExecutionToolResultBlockParamShape
  ]: (typeof bashCodeExecutionToolResultBlockParamShape)[Name];
};
/** Result of a command, sent back. Other models receive its output. */
export const bashCodeExecutionToolResultBlockParamSchema: z.ZodObject<
  BashCodeExecutionToolResultBlockParamShape,
  z.core.$loose
> = z.looseObject(bashCodeExecutionToolResultBlockParamShape);
export type BashCodeExecutionToolResultBlockParam = z.infer<typeof bashCodeExecutionToolResultBlockParamSchema>;
