// The text of an answer.
import * as z from 'zod';
import { textCitationSchema } from './citations.js';

const textBlockShape = {
  type: z.literal('text'),
  /** May grow by deltas in a stream; never without a visible character. */
  text: z.string(),
  /** The sources of the text, where the request asked for them. Left out rather than null: some clients refuse a null inside a block. */
  citations: z.array(textCitationSchema).nullish(),
};
export type TextBlockShape = { [Name in keyof typeof textBlockShape]: (typeof textBlockShape)[Name] };
/** What the model says. */
export const textBlockSchema: z.ZodObject<TextBlockShape, z.core.$loose> = z.looseObject(textBlockShape);
export type TextBlock = z.infer<typeof textBlockSchema>;
