import {
  jsonOutputFormatSchema,
  messageCountTokensParamsSchema,
  messageCreateParamsSchema,
  metadataSchema,
  outputConfigSchema,
  thinkingConfigAdaptiveSchema,
  thinkingConfigEnabledSchema,
  toolChoiceToolSchema,
} from '@org/protocol/messages';
import { knownMembers } from '../../shared/unknown-members.js';

/** The top-level fields that the dialect knows, beta fields included. */
export const knownFields: ReadonlySet<string> = new Set(Object.keys(messageCreateParamsSchema.shape));

/** What is known of the objects of settings. Of a union, those named here have the members of all. */
export const knownSettings = knownMembers({
  thinking: [thinkingConfigEnabledSchema.shape, thinkingConfigAdaptiveSchema.shape],
  output_config: [outputConfigSchema.shape],
  'output_config.format': [jsonOutputFormatSchema.shape],
  output_format: [jsonOutputFormatSchema.shape],
  tool_choice: [toolChoiceToolSchema.shape],
  metadata: [metadataSchema.shape],
});

const promptFields: ReadonlySet<string> = new Set(Object.keys(messageCountTokensParamsSchema.shape));

/** Those of them that only generation takes: a count is of the prompt. */
export const generationFields: ReadonlySet<string> = new Set(
  [...knownFields].filter((field) => !promptFields.has(field)),
);
