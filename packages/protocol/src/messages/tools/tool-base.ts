// What tool definitions have in common.
import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { allowedCallersField } from '../caller.js';
import { jsonObjectSchema } from '../json-object.js';

/** Members of every single tool, client-run or server-run. */
export const toolFields = {
  /** Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself. */
  allowed_callers: allowedCallersField,
  /** Ends a prompt prefix worth caching with this tool. */
  cache_control: cacheControlField,
  /** Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once. */
  defer_loading: z.boolean().optional(),
  /** The input must fit the schema. Default false. */
  strict: z.boolean().optional(),
};

/** Members of the tools that run at the client. */
export const clientToolFields = {
  ...toolFields,
  /** Inputs as they should be. A model of another make is not shown them, with a warning. */
  input_examples: z.array(jsonObjectSchema).optional(),
};

/** The shape of a tool: its own members, and those that tools share. Of what is spread from another file TypeScript drops the comments. */
export type WithToolFields<Own> = { [Name in keyof (Own & typeof toolFields)]: (Own & typeof toolFields)[Name] };
export type WithClientToolFields<Own> = {
  [Name in keyof (Own & typeof clientToolFields)]: (Own & typeof clientToolFields)[Name];
};
