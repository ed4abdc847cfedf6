import * as z from 'zod';

const backgroundOptionsParamShape = {
  /** Deadline of the work; later ones cost less where work has a price. Default `soonest`. */
  completion_window: z.enum(['soonest', '2h', '8h']).optional(),
  /** Groups related requests. It adds nothing to the input. */
  continuation_id: z.string().optional(),
};
export type BackgroundOptionsParamShape = {
  [Name in keyof typeof backgroundOptionsParamShape]: (typeof backgroundOptionsParamShape)[Name];
};
/** How work in the background is scheduled. */
export const backgroundOptionsParamSchema: z.ZodObject<BackgroundOptionsParamShape, z.core.$loose> =
  z.looseObject(backgroundOptionsParamShape);
export type BackgroundOptionsParam = z.infer<typeof backgroundOptionsParamSchema>;
