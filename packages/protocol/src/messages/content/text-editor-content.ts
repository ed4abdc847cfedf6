// Results of the server-run text editor.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

const textEditorCodeExecutionViewResultBlockShape = {
  type: z.literal('text_editor_code_execution_view_result'),
  content: z.string(),
  file_type: openEnum(['text', 'image', 'pdf']),
  /** Number of lines shown. */
  num_lines: z.int().nullish(),
  /** The first of them, counted from 1. */
  start_line: z.int().nullish(),
  /** How many lines the file has. */
  total_lines: z.int().nullish(),
};
export type TextEditorCodeExecutionViewResultBlockShape = {
  [
    Name in keyof typeof textEditorCodeExecutionViewResultBlockShape
  ]: (typeof textEditorCodeExecutionViewResultBlockShape)[Name];
};
/** What the editor showed of a file. */
export const textEditorCodeExecutionViewResultBlockSchema: z.ZodObject<
  TextEditorCodeExecutionViewResultBlockShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionViewResultBlockShape);
export type TextEditorCodeExecutionViewResultBlock = z.infer<typeof textEditorCodeExecutionViewResultBlockSchema>;
/** As a request sends it back. */
export const textEditorCodeExecutionViewResultBlockParamSchema = textEditorCodeExecutionViewResultBlockSchema;
export type TextEditorCodeExecutionViewResultBlockParam = TextEditorCodeExecutionViewResultBlock;

const textEditorCodeExecutionCreateResultBlockShape = {
  type: z.literal('text_editor_code_execution_create_result'),
  /** Whether the file was there before. */
  is_file_update: z.boolean(),
};
export type TextEditorCodeExecutionCreateResultBlockShape = {
  [
    Name in keyof typeof textEditorCodeExecutionCreateResultBlockShape
  ]: (typeof textEditorCodeExecutionCreateResultBlockShape)[Name];
};
/** The editor wrote a file. */
export const textEditorCodeExecutionCreateResultBlockSchema: z.ZodObject<
  TextEditorCodeExecutionCreateResultBlockShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionCreateResultBlockShape);
export type TextEditorCodeExecutionCreateResultBlock = z.infer<typeof textEditorCodeExecutionCreateResultBlockSchema>;
/** As a request sends it back. */
export const textEditorCodeExecutionCreateResultBlockParamSchema = textEditorCodeExecutionCreateResultBlockSchema;
export type TextEditorCodeExecutionCreateResultBlockParam = TextEditorCodeExecutionCreateResultBlock;

const textEditorCodeExecutionStrReplaceResultBlockShape = {
  type: z.literal('text_editor_code_execution_str_replace_result'),
  lines: z.array(z.string()).nullish(),
  /** The first line before the change, counted from 1. */
  old_start: z.int().nullish(),
  /** How many lines there were. */
  old_lines: z.int().nullish(),
  /** The first line after the change, counted from 1. */
  new_start: z.int().nullish(),
  /** How many lines there are. */
  new_lines: z.int().nullish(),
};
export type TextEditorCodeExecutionStrReplaceResultBlockShape = {
  [
    Name in keyof typeof textEditorCodeExecutionStrReplaceResultBlockShape
  ]: (typeof textEditorCodeExecutionStrReplaceResultBlockShape)[Name];
};
/** One hunk of a unified diff with the editor's change. */
export const textEditorCodeExecutionStrReplaceResultBlockSchema: z.ZodObject<
  TextEditorCodeExecutionStrReplaceResultBlockShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionStrReplaceResultBlockShape);
export type TextEditorCodeExecutionStrReplaceResultBlock = z.infer<
  typeof textEditorCodeExecutionStrReplaceResultBlockSchema
>;
/** As a request sends it back. */
export const textEditorCodeExecutionStrReplaceResultBlockParamSchema =
  textEditorCodeExecutionStrReplaceResultBlockSchema;
export type TextEditorCodeExecutionStrReplaceResultBlockParam = TextEditorCodeExecutionStrReplaceResultBlock;

/** Why the editor failed. */
export const textEditorCodeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'file_not_found',
]);
export type TextEditorCodeExecutionToolResultErrorCode = z.infer<
  typeof textEditorCodeExecutionToolResultErrorCodeSchema
>;

const textEditorCodeExecutionToolResultErrorObjectShape = {
  type: z.literal('text_editor_code_execution_tool_result_error'),
  error_code: textEditorCodeExecutionToolResultErrorCodeSchema,
  /** Error details, as text. */
  error_message: z.string().nullish(),
};
export type TextEditorCodeExecutionToolResultErrorObjectShape = {
  [
    Name in keyof typeof textEditorCodeExecutionToolResultErrorObjectShape
  ]: (typeof textEditorCodeExecutionToolResultErrorObjectShape)[Name];
};
/** The editor failed and changed nothing. */
export const textEditorCodeExecutionToolResultErrorObjectSchema: z.ZodObject<
  TextEditorCodeExecutionToolResultErrorObjectShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionToolResultErrorObjectShape);
export type TextEditorCodeExecutionToolResultErrorObject = z.infer<
  typeof textEditorCodeExecutionToolResultErrorObjectSchema
>;
/** As a request sends it back. */
export const textEditorCodeExecutionToolResultErrorParamSchema = textEditorCodeExecutionToolResultErrorObjectSchema;
export type TextEditorCodeExecutionToolResultErrorParam = TextEditorCodeExecutionToolResultErrorObject;

type TextEditorContent =
  | TextEditorCodeExecutionToolResultErrorObject
  | TextEditorCodeExecutionViewResultBlock
  | TextEditorCodeExecutionCreateResultBlock
  | TextEditorCodeExecutionStrReplaceResultBlock
  | UnknownMember;
const textEditorContentSchema: z.ZodType<TextEditorContent> = openUnion([
  textEditorCodeExecutionToolResultErrorObjectSchema,
  textEditorCodeExecutionViewResultBlockSchema,
  textEditorCodeExecutionCreateResultBlockSchema,
  textEditorCodeExecutionStrReplaceResultBlockSchema,
]);

const textEditorCodeExecutionToolResultBlockShape = {
  type: z.literal('text_editor_code_execution_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** What it showed or changed, or why not. */
  content: textEditorContentSchema,
};
export type TextEditorCodeExecutionToolResultBlockShape = {
  [
    Name in keyof typeof textEditorCodeExecutionToolResultBlockShape
  ]: (typeof textEditorCodeExecutionToolResultBlockShape)[Name];
};
/** What the text editor did in the container. */
export const textEditorCodeExecutionToolResultBlockSchema: z.ZodObject<
  TextEditorCodeExecutionToolResultBlockShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionToolResultBlockShape);
export type TextEditorCodeExecutionToolResultBlock = z.infer<typeof textEditorCodeExecutionToolResultBlockSchema>;

const textEditorCodeExecutionToolResultBlockParamShape = {
  ...textEditorCodeExecutionToolResultBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type TextEditorCodeExecutionToolResultBlockParamShape = {
  [
    Name in keyof typeof textEditorCodeExecutionToolResultBlockParamShape
  ]: (typeof textEditorCodeExecutionToolResultBlockParamShape)[Name];
};
/** Result of the text editor, sent back. Other models receive its text. */
export const textEditorCodeExecutionToolResultBlockParamSchema: z.ZodObject<
  TextEditorCodeExecutionToolResultBlockParamShape,
  z.core.$loose
> = z.looseObject(textEditorCodeExecutionToolResultBlockParamShape);
export type TextEditorCodeExecutionToolResultBlockParam = z.infer<
  typeof textEditorCodeExecutionToolResultBlockParamSchema
>;
