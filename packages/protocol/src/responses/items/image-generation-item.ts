import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

const imageGenerationErrorShape = {
  code: z.string().nullable(),
  message: z.string(),
  param: z.string().nullable(),
  type: z.string(),
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
  result: z.string().nullable(),
  action: z.enum(['generate', 'edit', 'auto']).nullish(),
  background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
  error: imageGenerationErrorSchema.optional(),
  output_format: z.enum(['png', 'webp', 'jpeg', 'gif', 'svg']).nullish(),
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max', 'auto']).nullish(),
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
/** An image that was made. `result` is base64, null until it is there. */
export const imageGenerationCallSchema: z.ZodObject<ImageGenerationCallShape, z.core.$loose> =
  z.looseObject(imageGenerationCallShape);
export type ImageGenerationCall = z.infer<typeof imageGenerationCallSchema>;
