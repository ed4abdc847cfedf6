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

const serverToolUseBlockShape = {
  type: z.literal('server_tool_use'),
  /** Names the call: the `tool_use_id` of its result. */
  id: z.string(),
  name: serverToolNameSchema,
  /** The arguments, as the model wrote them. */
  input: jsonObjectSchema,
  /** Caller: the model, or code that it wrote. Absent: the model. */
  caller: callerField,
};
export type ServerToolUseBlockShape = {
  [Name in keyof typeof serverToolUseBlockShape]: (typeof serverToolUseBlockShape)[Name];
};
/** A call of a server tool; the result block follows in the same response. */
export const serverToolUseBlockSchema: z.ZodObject<ServerToolUseBlockShape, z.core.$loose> =
  z.looseObject(serverToolUseBlockShape);
export type ServerToolUseBlock = z.infer<typeof serverToolUseBlockSchema>;

const serverToolUseBlockParamShape = {
  ...serverToolUseBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ServerToolUseBlockParamShape = {
  [Name in keyof typeof serverToolUseBlockParamShape]: (typeof serverToolUseBlockParamShape)[Name];
};
/** A call of a server tool, sent back. Other models receive only its result. */
export const serverToolUseBlockParamSchema: z.ZodObject<ServerToolUseBlockParamShape, z.core.$loose> =
  z.looseObject(serverToolUseBlockParamShape);
export type ServerToolUseBlockParam = z.infer<typeof serverToolUseBlockParamSchema>;
