// Items that change settings for the rest of the conversation.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { reasoningEffortSchema } from '../request/reasoning-config.js';
import { responseFormatTextJsonSchemaConfigSchema, responseFormatTextSchema } from '../request/text-config.js';
import { toolSchema } from '../tools/tool.js';

const additionalToolsParamShape = {
  type: z.literal('additional_tools'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  role: z.literal('developer'),
  /** Definitions, as in `tools` of a request. */
  tools: z.array(toolSchema),
};
export type AdditionalToolsParamShape = {
  [Name in keyof typeof additionalToolsParamShape]: (typeof additionalToolsParamShape)[Name];
};
/** Additional tools from this position on, as clients send them. */
export const additionalToolsParamSchema: z.ZodObject<AdditionalToolsParamShape, z.core.$loose> =
  z.looseObject(additionalToolsParamShape);
export type AdditionalToolsParam = z.infer<typeof additionalToolsParamSchema>;

/** Every role that a stored item may have. */
export const storedRoleSchema = z.enum([
  'unknown',
  'user',
  'assistant',
  'system',
  'critic',
  'discriminator',
  'developer',
  'tool',
]);
export type StoredRole = z.infer<typeof storedRoleSchema>;

const additionalToolsShape = {
  type: z.literal('additional_tools'),
  id: z.string(),
  role: storedRoleSchema,
  /** Definitions, as in `tools` of a request. */
  tools: z.array(toolSchema),
};
export type AdditionalToolsShape = { [Name in keyof typeof additionalToolsShape]: (typeof additionalToolsShape)[Name] };
/** Additional tools from this position on, as in a response or a list. */
export const additionalToolsSchema: z.ZodObject<AdditionalToolsShape, z.core.$loose> =
  z.looseObject(additionalToolsShape);
export type AdditionalTools = z.infer<typeof additionalToolsSchema>;

const changes = {
  reasoning: z.looseObject({ effort: reasoningEffortSchema.nullish() }).optional(),
  text: z
    .looseObject({ format: openUnion([responseFormatTextSchema, responseFormatTextJsonSchemaConfigSchema]) })
    .optional(),
};

/** New reasoning effort or text format from this position on, as clients send it. */
export const responseConfigurationUpdateItemParamSchema = z.looseObject({
  type: z.literal('configuration_update'),
  id: z.string().nullish(),
  ...changes,
});
export type ResponseConfigurationUpdateItemParam = z.infer<typeof responseConfigurationUpdateItemParamSchema>;

/** The same item as in a list. */
export const responseConfigurationUpdateItemSchema = z.looseObject({
  type: z.literal('configuration_update'),
  id: z.string(),
  ...changes,
});
export type ResponseConfigurationUpdateItem = z.infer<typeof responseConfigurationUpdateItemSchema>;
