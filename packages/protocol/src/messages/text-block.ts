// The text of an answer.
import * as z from 'zod';
import { textCitationSchema } from './citations.js';

/** `citations` is left out rather than null: some clients refuse a null inside a block. */
export const textBlockSchema = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(textCitationSchema).nullish(),
});
export type TextBlock = z.infer<typeof textBlockSchema>;
