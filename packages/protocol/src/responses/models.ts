import * as z from 'zod';
import { residencySchema } from '../schema/residency.js';

const modelShape = {
  /** What a request names as `model`. */
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds. */
  created: z.number(),
  /** Who offers the model. */
  owned_by: z.string(),
  /** Most tokens that the model can read and write together; absent when that is not known. OpenAI has no such member, and clients look for this one. */
  context_length: z.int().min(1).optional(),
  /** When the model goes away, as a date; null when that is not known. */
  shutdown_date: z.string().nullish(),
  /** Whether the model stands in the memory of the machine that serves it; absent for models that run elsewhere. */
  state: residencySchema.optional(),
};
export type ModelShape = { [Name in keyof typeof modelShape]: (typeof modelShape)[Name] };
/** A model that can be named in requests. `created` is in Unix seconds. */
export const modelSchema: z.ZodObject<ModelShape, z.core.$loose> = z.looseObject(modelShape);
export type Model = z.infer<typeof modelSchema>;

/** Body of `GET /v1/models`. */
export const modelListSchema = z.looseObject({ object: z.literal('list'), data: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;
