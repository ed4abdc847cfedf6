import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { reasoningEffortSchema } from '../request/reasoning-config.js';

const imageGenerationToolShape = {
  type: z.literal('image_generation'),
  /** Whether to generate a new image or edit an existing one. Default `auto`. */
  action: z.enum(['generate', 'edit', 'auto']).optional(),
  /** Default `auto`. */
  background: z.enum(['transparent', 'opaque', 'auto']).optional(),
  /** Level of detail of a drawing. */
  complexity: z.enum(['low', 'medium', 'high']).optional(),
  /** Frames of an animation. */
  frame_count: z.int().optional(),
  /** Milliseconds of a frame of an animation. */
  frame_duration_ms: z.int().optional(),
  /** How closely the output preserves faces and styles of the input. Default `low`. */
  input_fidelity: z.enum(['high', 'low']).nullish(),
  /** Where an image may be changed: as a file or an address. */
  input_image_mask: z.looseObject({ file_id: z.string().optional(), image_url: z.string().optional() }).optional(),
  /** The model that makes images. */
  model: z.string().optional(),
  /** How strict. Default `auto`. */
  moderation: z.enum(['auto', 'low']).optional(),
  /** 0 to 100. */
  output_compression: z.int().min(0).max(100).optional(),
  /** Default `png`. */
  output_format: z.enum(['png', 'webp', 'jpeg', 'gif', 'svg']).optional(),
  /** Number of partial images in a stream, 0 to 3. */
  partial_images: z.int().min(0).max(3).optional(),
  /** Default `auto`. */
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max', 'auto']).optional(),
  /** Pixels, width x height. Default `auto`. */
  size: openEnum(['1024x1024', '1024x1536', '1536x1024', 'auto']).optional(),
  /** The model that draws SVG, and its reasoning effort. */
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
