// Text block of a response.
import * as z from 'zod';
import { textCitationSchema } from './citations.js';

const textBlockShape = {
  type: z.literal('text'),
  /** May grow by deltas in a stream; never without a visible character. */
  text: z.string(),
  /**
   * Sources of the text, if the request asked for them. Omitted rather than null, because some clients reject a null
   * inside a block.
   */
  citations: z.array(textCitationSchema).nullish(),
};
export type TextBlockShape = { [Name in keyof typeof textBlockShape]: (typeof textBlockShape)[Name] };
/** Text from the model. */
export const textBlockSchema: z.ZodObject<TextBlockShape, z.core.$loose> = z.looseObject(textBlockShape);
export type TextBlock = z.infer<typeof textBlockSchema>;
