// What tool definitions have in common.
import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { allowedCallersField } from '../caller.js';
import { jsonObjectSchema } from '../json-object.js';

/** Members of every single tool, client-run or server-run. `defer_loading`: hidden until a tool search finds it. */
export const toolFields = {
  allowed_callers: allowedCallersField,
  cache_control: cacheControlField,
  defer_loading: z.boolean().optional(),
  /** The input must fit the schema. Default false. */
  strict: z.boolean().optional(),
};

/** Members of the tools that run at the client. */
export const clientToolFields = { ...toolFields, input_examples: z.array(jsonObjectSchema).optional() };
