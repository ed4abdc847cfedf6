import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { reasoningEffortSchema } from '../request/reasoning-config.js';

const imageGenerationToolShape = {
  type: z.literal('image_generation'),
  action: z.enum(['generate', 'edit', 'auto']).optional(),
  background: z.enum(['transparent', 'opaque', 'auto']).optional(),
  complexity: z.enum(['low', 'medium', 'high']).optional(),
  /** Frames of an animation. */
  frame_count: z.int().optional(),
  frame_duration_ms: z.int().optional(),
  input_fidelity: z.enum(['high', 'low']).nullish(),
  input_image_mask: z.looseObject({ file_id: z.string().optional(), image_url: z.string().optional() }).optional(),
  model: z.string().optional(),
  moderation: z.enum(['auto', 'low']).optional(),
  /** 0 to 100. */
  output_compression: z.int().min(0).max(100).optional(),
  output_format: z.enum(['png', 'webp', 'jpeg', 'gif', 'svg']).optional(),
  /** How many unfinished images a stream shows, 0 to 3. */
  partial_images: z.int().min(0).max(3).optional(),
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max', 'auto']).optional(),
  size: openEnum(['1024x1024', '1024x1536', '1536x1024', 'auto']).optional(),
  svg: z
    .looseObject({
      model: z.string().optional(),
      reasoning: z.looseObject({ effort: reasoningEffortSchema.optional() }).nullish(),
    })
    .optional(),
};
export type ImageGenerationToolShape = {
  [Name in keyof typeof imageGenerationToolShape]: (typeof imageGenerationToolShape)[Name];
};
/** Makes and edits images. */
export const imageGenerationToolSchema: z.ZodObject<ImageGenerationToolShape, z.core.$loose> =
  z.looseObject(imageGenerationToolShape);
export type ImageGenerationTool = z.infer<typeof imageGenerationToolSchema>;
