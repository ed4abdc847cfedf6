import * as z from 'zod';

const toolSearchToolShape = {
  type: z.literal('tool_search'),
  /** Search instructions for the model, when the client executes the search. */
  description: z.string().nullish(),
  /** Who executes the search. Default `server`. */
  execution: z.enum(['server', 'client']).optional(),
  /** JSON Schema of what is searched for, where the client searches. */
  parameters: z.unknown().optional(),
};
export type ToolSearchToolShape = { [Name in keyof typeof toolSearchToolShape]: (typeof toolSearchToolShape)[Name] };
/** Lets the model find deferred tools: on the server, or through a `tool_search_call` that the client executes. */
export const toolSearchToolSchema: z.ZodObject<ToolSearchToolShape, z.core.$loose> = z.looseObject(toolSearchToolShape);
export type ToolSearchTool = z.infer<typeof toolSearchToolSchema>;

/** Lets the model write a program that calls tools. */
export const programmaticToolCallingSchema = z.looseObject({ type: z.literal('programmatic_tool_calling') });
