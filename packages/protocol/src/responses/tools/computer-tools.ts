import { z } from 'zod';

/** A computer that the model sees by screenshots and drives by actions. */
export const computerToolSchema = z.looseObject({ type: z.literal('computer') });
export type ComputerTool = z.infer<typeof computerToolSchema>;

/** The earlier form of the computer tool. Sizes in pixels. */
export const computerUsePreviewToolSchema = z.looseObject({
  type: z.literal('computer_use_preview'),
  display_height: z.int(),
  display_width: z.int(),
  environment: z.enum(['windows', 'mac', 'linux', 'ubuntu', 'browser']),
});
export type ComputerUsePreviewTool = z.infer<typeof computerUsePreviewToolSchema>;
