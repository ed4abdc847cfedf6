// Text and images: the two blocks that also stand inside other blocks (documents, search results, tool results).
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { textCitationParamSchema } from './citations.js';
import { imageSourceSchema } from './sources.js';

export const textBlockParamSchema = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(textCitationParamSchema).nullish(),
  cache_control: cacheControlField,
});
export type TextBlockParam = z.infer<typeof textBlockParamSchema>;

/** What to do with an image above the model's size: `downsize` (default) or `error`. */
export const imageTransformationsParamSchema = z.looseObject({ oversized_image: z.enum(['downsize', 'error']).optional() });
export type ImageTransformationsParam = z.infer<typeof imageTransformationsParamSchema>;

export const imageBlockParamSchema = z.looseObject({
  type: z.literal('image'),
  source: imageSourceSchema,
  transformations: imageTransformationsParamSchema.nullish(),
  cache_control: cacheControlField,
});
export type ImageBlockParam = z.infer<typeof imageBlockParamSchema>;

export type ContentBlockSourceContent = TextBlockParam | ImageBlockParam | UnknownMember;
export const contentBlockSourceContentSchema: z.ZodType<ContentBlockSourceContent> = openUnion([
  textBlockParamSchema,
  imageBlockParamSchema,
]);
