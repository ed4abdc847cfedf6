import * as z from 'zod';
import { residencySchema } from '../schema/residency.js';

const modelShape = {
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  /** When the model goes away, as a date; null when that is not known. */
  shutdown_date: z.string().nullish(),
  state: residencySchema.optional(),
};
export type ModelShape = { [Name in keyof typeof modelShape]: (typeof modelShape)[Name] };
/** A model that can be named in requests. `created` is in Unix seconds. */
export const modelSchema: z.ZodObject<ModelShape, z.core.$loose> = z.looseObject(modelShape);
export type Model = z.infer<typeof modelSchema>;

/** Body of `GET /v1/models`. */
export const modelListSchema = z.looseObject({ object: z.literal('list'), data: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;
