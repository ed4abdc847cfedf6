// GET /v1/models and /v1/models/{id}.
import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { residencySchema } from '../schema/residency.js';
import { pageSchema } from './pagination.js';

export const capabilitySupportSchema = z.looseObject({ supported: z.boolean() });
export type CapabilitySupport = z.infer<typeof capabilitySupportSchema>;
const support = capabilitySupportSchema;

export const contextManagementCapabilitySchema = z.looseObject({
  supported: z.boolean(),
  clear_thinking_20251015: support.nullish(),
  clear_tool_uses_20250919: support.nullish(),
  compact_20260112: support.nullish(),
});
export type ContextManagementCapability = z.infer<typeof contextManagementCapabilitySchema>;

export const effortCapabilitySchema = z.looseObject({
  supported: z.boolean(),
  low: support,
  medium: support,
  high: support,
  max: support,
  xhigh: support.nullish(),
});
export type EffortCapability = z.infer<typeof effortCapabilitySchema>;

export const serverToolsCapabilitySchema = z.looseObject({
  supported: z.boolean(),
  code_execution: support,
  web_search: support,
});
export type ServerToolsCapability = z.infer<typeof serverToolsCapabilitySchema>;

export const thinkingTypesSchema = z.looseObject({
  adaptive: support,
  between_tools: support,
  disabled: support,
  enabled: support,
});
export type ThinkingTypes = z.infer<typeof thinkingTypesSchema>;
export const thinkingCapabilitySchema = z.looseObject({ supported: z.boolean(), types: thinkingTypesSchema });
export type ThinkingCapability = z.infer<typeof thinkingCapabilitySchema>;

export const modelCapabilitiesSchema = z.looseObject({
  batch: support,
  citations: support,
  code_execution: support,
  context_management: contextManagementCapabilitySchema,
  effort: effortCapabilitySchema,
  image_input: support,
  pdf_input: support,
  server_tools: serverToolsCapabilitySchema,
  structured_outputs: support,
  thinking: thinkingCapabilitySchema,
  // This service says it, too: whether the model calls tools.
  tool_use: support.nullish(),
});
export type ModelCapabilities = z.infer<typeof modelCapabilitiesSchema>;

/** Times are ISO 8601. What is absent or null is not known. */
export const modelInfoSchema = z.looseObject({
  id: z.string(),
  type: z.literal('model'),
  display_name: z.string(),
  created_at: z.string(),
  lifecycle: openEnum(['active', 'deprecated', 'retired']).optional(),
  line: z.string().nullish(),
  deprecated_at: z.string().nullish(),
  retires_at: z.string().nullish(),
  max_input_tokens: z.int().nullish(),
  max_tokens: z.int().nullish(),
  capabilities: modelCapabilitiesSchema.nullish(),
  state: residencySchema.optional(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

export const modelInfosPageSchema = pageSchema(modelInfoSchema);
export type ModelInfosPage = z.infer<typeof modelInfosPageSchema>;
