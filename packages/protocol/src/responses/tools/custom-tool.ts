import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { allowedCallersSchema } from '../caller.js';

/** The form of a custom tool's input: free text (default), or text that a grammar accepts. */
export const customToolInputFormatSchema = openUnion([
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('grammar'), syntax: z.enum(['lark', 'regex']), definition: z.string() }),
]);
export type CustomToolInputFormat = z.infer<typeof customToolInputFormatSchema>;

const customToolShape = {
  type: z.literal('custom'),
  /** What a call names. Unique among the tools of its level. */
  name: z.string().min(1),
  /** Purpose of the tool and when to call it, shown to the model. */
  description: z.string().nullish(),
  /** Format of the input. Default: free text. */
  format: customToolInputFormatSchema.nullish(),
  /** Who may call the tool: the model (`direct`), programs that it writes (`programmatic`), or both. Default `direct`. */
  allowed_callers: allowedCallersSchema.nullish(),
  /** The model need not wait for the output. */
  async: z.boolean().nullish(),
  /** Offered only after a tool search found it. */
  defer_loading: z.boolean().nullish(),
};
export type CustomToolShape = { [Name in keyof typeof customToolShape]: (typeof customToolShape)[Name] };
/** A tool with text input, executed by the client. */
export const customToolSchema: z.ZodObject<CustomToolShape, z.core.$loose> = z.looseObject(customToolShape);
export type CustomTool = z.infer<typeof customToolSchema>;
