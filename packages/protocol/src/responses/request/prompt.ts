import * as z from 'zod';
import { responseInputContentSchema } from './input-content.js';

/** A stored prompt template with values for its variables. */
export const responsePromptSchema = z.looseObject({
  id: z.string(),
  version: z.string().nullish(),
  variables: z.record(z.string(), z.union([z.string(), responseInputContentSchema])).nullish(),
});
export type ResponsePrompt = z.infer<typeof responsePromptSchema>;
