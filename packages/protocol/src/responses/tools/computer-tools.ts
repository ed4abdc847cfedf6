import * as z from 'zod';

/** A computer that the model observes through screenshots and controls through actions. */
export const computerToolSchema = z.looseObject({ type: z.literal('computer') });
export type ComputerTool = z.infer<typeof computerToolSchema>;

const computerUsePreviewToolShape = {
  type: z.literal('computer_use_preview'),
  /** Pixels. */
  display_height: z.int(),
  /** Pixels. */
  display_width: z.int(),
  /** What the computer runs. */
  environment: z.enum(['windows', 'mac', 'linux', 'ubuntu', 'browser']),
};
export type ComputerUsePreviewToolShape = {
  [Name in keyof typeof computerUsePreviewToolShape]: (typeof computerUsePreviewToolShape)[Name];
};
/** The earlier form of the computer tool. Sizes in pixels. */
export const computerUsePreviewToolSchema: z.ZodObject<ComputerUsePreviewToolShape, z.core.$loose> =
  z.looseObject(computerUsePreviewToolShape);
export type ComputerUsePreviewTool = z.infer<typeof computerUsePreviewToolSchema>;
