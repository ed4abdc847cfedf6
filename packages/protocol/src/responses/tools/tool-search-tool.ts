import { z } from 'zod';

/** Lets the model find deferred tools: at the server, or by a `tool_search_call` that the client answers. */
export const toolSearchToolSchema = z.looseObject({
  type: z.literal('tool_search'),
  description: z.string().nullish(),
  execution: z.enum(['server', 'client']).optional(),
  parameters: z.unknown().optional(),
});
export type ToolSearchTool = z.infer<typeof toolSearchToolSchema>;

/** Lets the model write a program that calls tools. */
export const programmaticToolCallingSchema = z.looseObject({ type: z.literal('programmatic_tool_calling') });
