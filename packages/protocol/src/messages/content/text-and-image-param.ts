// Text and image blocks, which also occur inside other blocks (documents, search results, tool results).
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { textCitationParamSchema } from './citations.js';
import { imageSourceSchema } from './sources.js';

const textBlockParamShape = {
  type: z.literal('text'),
  /** Has a visible character, but for the last assistant message. */
  text: z.string(),
  /** As in the response. Version 2026-10-21 rejects them in user messages and in search results. */
  citations: z.array(textCitationParamSchema).nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type TextBlockParamShape = { [Name in keyof typeof textBlockParamShape]: (typeof textBlockParamShape)[Name] };
/** Text of a message, of `system` or of a tool's result. */
export const textBlockParamSchema: z.ZodObject<TextBlockParamShape, z.core.$loose> = z.looseObject(textBlockParamShape);
export type TextBlockParam = z.infer<typeof textBlockParamSchema>;

const imageTransformationsParamShape = {
  /** For an image above the model's maximum size: downsize it (`downsize`, default) or reject the request (`error`). */
  oversized_image: z.enum(['downsize', 'error']).optional(),
};
export type ImageTransformationsParamShape = {
  [Name in keyof typeof imageTransformationsParamShape]: (typeof imageTransformationsParamShape)[Name];
};
/** Allowed transformations of an image before the model sees it. Only an upstream of this dialect supports it. */
export const imageTransformationsParamSchema: z.ZodObject<ImageTransformationsParamShape, z.core.$loose> =
  z.looseObject(imageTransformationsParamShape);
export type ImageTransformationsParam = z.infer<typeof imageTransformationsParamSchema>;

const imageBlockParamShape = {
  type: z.literal('image'),
  source: imageSourceSchema,
  /** Allowed transformations before the model sees the image. Only an upstream of this dialect supports it. */
  transformations: imageTransformationsParamSchema.nullish(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ImageBlockParamShape = { [Name in keyof typeof imageBlockParamShape]: (typeof imageBlockParamShape)[Name] };
/** An image for the model. A text-only model rejects it. */
export const imageBlockParamSchema: z.ZodObject<ImageBlockParamShape, z.core.$loose> =
  z.looseObject(imageBlockParamShape);
export type ImageBlockParam = z.infer<typeof imageBlockParamSchema>;

export type ContentBlockSourceContent = TextBlockParam | ImageBlockParam | UnknownMember;
/** A block of a document. */
export const contentBlockSourceContentSchema: z.ZodType<ContentBlockSourceContent> = openUnion([
  textBlockParamSchema,
  imageBlockParamSchema,
]);
