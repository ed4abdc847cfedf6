import * as z from 'zod';

const inputTransformationShape = {
  type: z.literal('reasoning'),
  /** The reasoning item. */
  id: z.string(),
  action: z.literal('removed'),
  /** Why the item was omitted from the model's input. */
  reason: z.enum(['organization_mismatch', 'end_user_mismatch', 'model_mismatch', 'prefix_mismatch', 'turn_boundary']),
};
export type InputTransformationShape = {
  [Name in keyof typeof inputTransformationShape]: (typeof inputTransformationShape)[Name];
};
/** A reasoning item that was omitted from the model's input, by its id, with the reason. */
export const inputTransformationSchema: z.ZodObject<InputTransformationShape, z.core.$loose> =
  z.looseObject(inputTransformationShape);
export type InputTransformation = z.infer<typeof inputTransformationSchema>;
