import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

const imageGenerationErrorShape = {
  /** The exact kind, or null. */
  code: z.string().nullable(),
  /** For people to read. */
  message: z.string(),
  /** Path of the field at fault, or null. */
  param: z.string().nullable(),
  type: z.string(),
  /** What was objected to, and whether in the request or in the image. */
  moderation_details: z
    .looseObject({ categories: z.array(z.string()), moderation_stage: z.enum(['input', 'output', 'unknown']) })
    .optional(),
};
export type ImageGenerationErrorShape = {
  [Name in keyof typeof imageGenerationErrorShape]: (typeof imageGenerationErrorShape)[Name];
};
/** Why no image was made. */
export const imageGenerationErrorSchema: z.ZodObject<ImageGenerationErrorShape, z.core.$loose> =
  z.looseObject(imageGenerationErrorShape);
export type ImageGenerationError = z.infer<typeof imageGenerationErrorSchema>;

const imageGenerationCallShape = {
  type: z.literal('image_generation_call'),
  id: z.string(),
  status: z.enum(['in_progress', 'completed', 'generating', 'failed']),
  /** The image in base64; null until it is available. */
  result: z.string().nullable(),
  /** Whether an image was generated or edited. */
  action: z.enum(['generate', 'edit', 'auto']).nullish(),
  /** The selected value when the request set `auto`. */
  background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
  /** Only with status `failed`. */
  error: imageGenerationErrorSchema.optional(),
  output_format: z.enum(['png', 'webp', 'jpeg', 'gif', 'svg']).nullish(),
  /** The selected value when the request set `auto`. */
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max', 'auto']).nullish(),
  /** The prompt for the image, if it differs from the model's own. */
  revised_prompt: z.string().nullish(),
  /** Pixels, width x height. */
  size: openEnum(['1024x1024', '1024x1536', '1536x1024']).nullish(),
  /** Tokens of the model that drew an SVG. */
  svg_usage: z
    .looseObject({
      model: z.string(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      reasoning_tokens: z.int(),
      total_tokens: z.int(),
    })
    .optional(),
};
export type ImageGenerationCallShape = {
  [Name in keyof typeof imageGenerationCallShape]: (typeof imageGenerationCallShape)[Name];
};
/** A generated image. `result` is base64, null until it is available. */
export const imageGenerationCallSchema: z.ZodObject<ImageGenerationCallShape, z.core.$loose> =
  z.looseObject(imageGenerationCallShape);
export type ImageGenerationCall = z.infer<typeof imageGenerationCallSchema>;

const imageGenerationCallParamShape = {
  ...imageGenerationCallShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
};
export type ImageGenerationCallParamShape = {
  [Name in keyof typeof imageGenerationCallParamShape]: (typeof imageGenerationCallParamShape)[Name];
};
/** An image that was made, as clients send it back. */
export const imageGenerationCallParamSchema: z.ZodObject<ImageGenerationCallParamShape, z.core.$loose> =
  z.looseObject(imageGenerationCallParamShape);
export type ImageGenerationCallParam = z.infer<typeof imageGenerationCallParamSchema>;
