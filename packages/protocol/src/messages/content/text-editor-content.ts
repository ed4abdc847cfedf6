// Results of the server-run text editor.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

/** Lines count from 1. */
export const textEditorCodeExecutionViewResultBlockSchema = z.looseObject({
  type: z.literal('text_editor_code_execution_view_result'),
  content: z.string(),
  file_type: openEnum(['text', 'image', 'pdf']),
  num_lines: z.int().nullish(),
  start_line: z.int().nullish(),
  total_lines: z.int().nullish(),
});
export type TextEditorCodeExecutionViewResultBlock = z.infer<typeof textEditorCodeExecutionViewResultBlockSchema>;
export const textEditorCodeExecutionViewResultBlockParamSchema = textEditorCodeExecutionViewResultBlockSchema;
export type TextEditorCodeExecutionViewResultBlockParam = TextEditorCodeExecutionViewResultBlock;

export const textEditorCodeExecutionCreateResultBlockSchema = z.looseObject({
  type: z.literal('text_editor_code_execution_create_result'),
  is_file_update: z.boolean(),
});
export type TextEditorCodeExecutionCreateResultBlock = z.infer<typeof textEditorCodeExecutionCreateResultBlockSchema>;
export const textEditorCodeExecutionCreateResultBlockParamSchema = textEditorCodeExecutionCreateResultBlockSchema;
export type TextEditorCodeExecutionCreateResultBlockParam = TextEditorCodeExecutionCreateResultBlock;

/** One hunk of a unified diff. */
export const textEditorCodeExecutionStrReplaceResultBlockSchema = z.looseObject({
  type: z.literal('text_editor_code_execution_str_replace_result'),
  lines: z.array(z.string()).nullish(),
  old_start: z.int().nullish(),
  old_lines: z.int().nullish(),
  new_start: z.int().nullish(),
  new_lines: z.int().nullish(),
});
export type TextEditorCodeExecutionStrReplaceResultBlock = z.infer<typeof textEditorCodeExecutionStrReplaceResultBlockSchema>;
export const textEditorCodeExecutionStrReplaceResultBlockParamSchema = textEditorCodeExecutionStrReplaceResultBlockSchema;
export type TextEditorCodeExecutionStrReplaceResultBlockParam = TextEditorCodeExecutionStrReplaceResultBlock;

export const textEditorCodeExecutionToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'file_not_found',
]);
export type TextEditorCodeExecutionToolResultErrorCode = z.infer<typeof textEditorCodeExecutionToolResultErrorCodeSchema>;
export const textEditorCodeExecutionToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('text_editor_code_execution_tool_result_error'),
  error_code: textEditorCodeExecutionToolResultErrorCodeSchema,
  error_message: z.string().nullish(),
});
export type TextEditorCodeExecutionToolResultErrorObject = z.infer<typeof textEditorCodeExecutionToolResultErrorObjectSchema>;
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
export const textEditorCodeExecutionToolResultBlockSchema = z.looseObject({
  type: z.literal('text_editor_code_execution_tool_result'),
  tool_use_id: z.string(),
  content: textEditorContentSchema,
});
export type TextEditorCodeExecutionToolResultBlock = z.infer<typeof textEditorCodeExecutionToolResultBlockSchema>;
export const textEditorCodeExecutionToolResultBlockParamSchema = textEditorCodeExecutionToolResultBlockSchema.extend({
  cache_control: cacheControlField,
});
export type TextEditorCodeExecutionToolResultBlockParam = z.infer<typeof textEditorCodeExecutionToolResultBlockParamSchema>;
