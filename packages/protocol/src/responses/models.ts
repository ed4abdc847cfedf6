import * as z from 'zod';
import { modelTaskSchema } from '../schema/model-task.js';
import { residencySchema } from '../schema/residency.js';

const modelShape = {
  /** What a request names as `model`. */
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds. */
  created: z.number(),
  /** Owner of the model. */
  owned_by: z.string(),
  /**
   * Context length of the model in tokens, input and output together; absent when it is unknown. OpenAI has no such
   * member, but clients read this one.
   */
  context_length: z.int().min(1).optional(),
  /** When the model goes away, as a date; null when that is not known. */
  shutdown_date: z.string().nullish(),
  /** Whether the model is loaded in the memory of the serving machine; absent for models that run elsewhere. */
  state: residencySchema.optional(),
  /** What the model does instead of generating; absent for models that generate. */
  task: modelTaskSchema.optional(),
};
export type ModelShape = { [Name in keyof typeof modelShape]: (typeof modelShape)[Name] };
/** A model that can be named in requests. `created` is in Unix seconds. */
export const modelSchema: z.ZodObject<ModelShape, z.core.$loose> = z.looseObject(modelShape);
export type Model = z.infer<typeof modelSchema>;

/** Body of `GET /v1/models`. */
export const modelListSchema = z.looseObject({ object: z.literal('list'), data: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;
