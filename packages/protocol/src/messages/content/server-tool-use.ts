import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { callerField } from '../caller.js';
import { jsonObjectSchema } from '../json-object.js';
import { openEnum } from '../../schema/open-enum.js';

/** Tools that run at the server, by the name that the model calls. */
export const serverToolNameSchema = openEnum([
  'advisor',
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
]);
export type ServerToolName = z.infer<typeof serverToolNameSchema>;

/** The model used a server tool; the result block follows in the same answer. */
export const serverToolUseBlockSchema = z.looseObject({
  type: z.literal('server_tool_use'),
  id: z.string(),
  name: serverToolNameSchema,
  input: jsonObjectSchema,
  caller: callerField,
});
export type ServerToolUseBlock = z.infer<typeof serverToolUseBlockSchema>;

export const serverToolUseBlockParamSchema = serverToolUseBlockSchema.extend({ cache_control: cacheControlField });
export type ServerToolUseBlockParam = z.infer<typeof serverToolUseBlockParamSchema>;
