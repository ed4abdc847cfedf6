// What tool definitions have in common.
import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { allowedCallersField } from '../caller.js';
import { jsonObjectSchema } from '../json-object.js';

/** Members of every single tool, client-run or server-run. */
export const toolFields = {
  /** Who may call it. Default: the model (`direct`). Code that this service runs calls no tools. */
  allowed_callers: allowedCallersField,
  /** Ends a prompt prefix worth caching with this tool. */
  cache_control: cacheControlField,
  /** Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once. */
  defer_loading: z.boolean().optional(),
  /** Whether the input must match the schema. Default false. */
  strict: z.boolean().optional(),
};

/** Members of the tools that run at the client. */
export const clientToolFields = {
  ...toolFields,
  /** Example inputs. Other models do not receive them, with a warning. */
  input_examples: z.array(jsonObjectSchema).optional(),
};

/**
 * The shape of a tool: its own members and the shared ones. TypeScript drops the comments of members spread from
 * another file.
 */
export type WithToolFields<Own> = { [Name in keyof (Own & typeof toolFields)]: (Own & typeof toolFields)[Name] };
export type WithClientToolFields<Own> = {
  [Name in keyof (Own & typeof clientToolFields)]: (Own & typeof clientToolFields)[Name];
};
