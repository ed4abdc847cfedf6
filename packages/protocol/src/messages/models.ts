// GET /v1/models and /v1/models/{id}.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { modelTaskSchema } from '../schema/model-task.js';
import { residencySchema } from '../schema/residency.js';
import { pageSchema } from './pagination.js';

/** Whether a model can do something. */
export const capabilitySupportSchema = z.looseObject({ supported: z.boolean() });
export type CapabilitySupport = z.infer<typeof capabilitySupportSchema>;
const support = capabilitySupportSchema;

const contextManagementCapabilityShape = {
  /** Whether any of them is. */
  supported: z.boolean(),
  clear_thinking_20251015: support.nullish(),
  clear_tool_uses_20250919: support.nullish(),
  compact_20260112: support.nullish(),
};
export type ContextManagementCapabilityShape = {
  [Name in keyof typeof contextManagementCapabilityShape]: (typeof contextManagementCapabilityShape)[Name];
};
/** Which edits of `context_management` are made for the model. */
export const contextManagementCapabilitySchema: z.ZodObject<ContextManagementCapabilityShape, z.core.$loose> =
  z.looseObject(contextManagementCapabilityShape);
export type ContextManagementCapability = z.infer<typeof contextManagementCapabilitySchema>;

const effortCapabilityShape = {
  /** Whether it takes any. */
  supported: z.boolean(),
  low: support,
  medium: support,
  high: support,
  max: support,
  xhigh: support.nullish(),
};
export type EffortCapabilityShape = {
  [Name in keyof typeof effortCapabilityShape]: (typeof effortCapabilityShape)[Name];
};
/** Which values of `output_config.effort` the model takes. */
export const effortCapabilitySchema: z.ZodObject<EffortCapabilityShape, z.core.$loose> =
  z.looseObject(effortCapabilityShape);
export type EffortCapability = z.infer<typeof effortCapabilitySchema>;

const serverToolsCapabilityShape = {
  /** Whether there is any. */
  supported: z.boolean(),
  code_execution: support,
  web_search: support,
};
export type ServerToolsCapabilityShape = {
  [Name in keyof typeof serverToolsCapabilityShape]: (typeof serverToolsCapabilityShape)[Name];
};
/** Which tools the service runs for the model. This service runs none, and reports the same for upstreams. */
export const serverToolsCapabilitySchema: z.ZodObject<ServerToolsCapabilityShape, z.core.$loose> =
  z.looseObject(serverToolsCapabilityShape);
export type ServerToolsCapability = z.infer<typeof serverToolsCapabilitySchema>;

/** Which values of `thinking.type` the model takes. */
export const thinkingTypesSchema = z.looseObject({
  adaptive: support,
  between_tools: support,
  disabled: support,
  enabled: support,
});
export type ThinkingTypes = z.infer<typeof thinkingTypesSchema>;

const thinkingCapabilityShape = {
  supported: z.boolean(),
  /** Which values of `thinking.type` it takes. */
  types: thinkingTypesSchema,
};
export type ThinkingCapabilityShape = {
  [Name in keyof typeof thinkingCapabilityShape]: (typeof thinkingCapabilityShape)[Name];
};
/** Whether the model thinks. */
export const thinkingCapabilitySchema: z.ZodObject<ThinkingCapabilityShape, z.core.$loose> =
  z.looseObject(thinkingCapabilityShape);
export type ThinkingCapability = z.infer<typeof thinkingCapabilitySchema>;

const modelCapabilitiesShape = {
  /** Whether the model supports batches. */
  batch: support,
  /** Whether the model cites documents and search results. With this service every model does. */
  citations: support,
  /** Whether code that the model runs can call other tools. This service runs no code. */
  code_execution: support,
  context_management: contextManagementCapabilitySchema,
  effort: effortCapabilitySchema,
  /** Whether the model supports images. */
  image_input: support,
  /** Whether the model reads PDF files. This service reports no, although an upstream may support it. */
  pdf_input: support,
  server_tools: serverToolsCapabilitySchema,
  /** Whether the model can be constrained to a JSON Schema. */
  structured_outputs: support,
  thinking: thinkingCapabilitySchema,
  // An extension of this service: whether the model calls tools.
  /** Whether it calls tools. Of this service; official types do not have it. */
  tool_use: support.nullish(),
};
export type ModelCapabilitiesShape = {
  [Name in keyof typeof modelCapabilitiesShape]: (typeof modelCapabilitiesShape)[Name];
};
/** Capabilities of a model, as far as this service knows them. */
export const modelCapabilitiesSchema: z.ZodObject<ModelCapabilitiesShape, z.core.$loose> =
  z.looseObject(modelCapabilitiesShape);
export type ModelCapabilities = z.infer<typeof modelCapabilitiesSchema>;

const modelInfoShape = {
  /** The `model` of requests. */
  id: z.string(),
  type: z.literal('model'),
  /** For people. */
  display_name: z.string(),
  /** ISO 8601, as all times of a model. */
  created_at: z.string(),
  /** Here always `active`. */
  lifecycle: openEnum(['active', 'deprecated', 'retired']).optional(),
  /** The family of models that it is of. Here always null. */
  line: z.string().nullish(),
  /** Null while it is active. */
  deprecated_at: z.string().nullish(),
  /** When it is to end, as planned now. Null while it is active. */
  retires_at: z.string().nullish(),
  /** How many tokens it can read. */
  max_input_tokens: z.int().nullish(),
  /** The largest `max_tokens` that has an effect. */
  max_tokens: z.int().nullish(),
  capabilities: modelCapabilitiesSchema.nullish(),
  /**
   * Extension of this service: whether the model is loaded in the memory of its machine. Absent for models that run
   * elsewhere.
   */
  state: residencySchema.optional(),
  /** Extension of this service: what the model does instead of generating. Absent for models that generate. */
  task: modelTaskSchema.optional(),
};
export type ModelInfoShape = { [Name in keyof typeof modelInfoShape]: (typeof modelInfoShape)[Name] };
/** A model that requests may name. What is absent or null is not known. */
export const modelInfoSchema: z.ZodObject<ModelInfoShape, z.core.$loose> = z.looseObject(modelInfoShape);
export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** A page of models. */
export const modelInfosPageSchema = pageSchema(modelInfoSchema);
export type ModelInfosPage = z.infer<typeof modelInfosPageSchema>;
