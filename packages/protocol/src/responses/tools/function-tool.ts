import * as z from 'zod';
import { allowedCallersSchema } from '../caller.js';
import { jsonSchemaSchema } from '../request/json-schema.js';

const functionToolShape = {
  type: z.literal('function'),
  /** What a call names. Unique among the tools of its level. */
  name: z.string().min(1),
  /** Purpose of the function and when to call it, shown to the model. */
  description: z.string().nullish(),
  /** JSON Schema of the arguments. Absent or null: no arguments. The official types require the key. */
  parameters: jsonSchemaSchema.nullish(),
  /** Whether the arguments must match `parameters`. The official types require the key; clients omit it or send null. */
  strict: z.boolean().nullish(),
  /** JSON Schema of what the tool gives back. */
  output_schema: jsonSchemaSchema.nullish(),
  /** Who may call the tool: the model (`direct`), programs that it writes (`programmatic`), or both. Default `direct`. */
  allowed_callers: allowedCallersSchema.nullish(),
  /** The model need not wait for the output. */
  async: z.boolean().nullish(),
  /** Offered only after a tool search found it. */
  defer_loading: z.boolean().nullish(),
};
export type FunctionToolShape = { [Name in keyof typeof functionToolShape]: (typeof functionToolShape)[Name] };
/** A tool whose arguments are one JSON object, executed by the client. */
export const functionToolSchema: z.ZodObject<FunctionToolShape, z.core.$loose> = z.looseObject(functionToolShape);
export type FunctionTool = z.infer<typeof functionToolSchema>;
