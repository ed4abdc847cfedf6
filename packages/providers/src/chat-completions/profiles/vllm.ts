import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';
import { bothSwitches, openModelEfforts } from './open-models.js';

/** vLLM. */
export const vllm = {
  ...generic,
  bareSchemas: true,
  // Since the end of 2025 it calls it the first; before, it knew the second alone. Its newer front end refuses both together.
  reasoningFields: ['reasoning', 'reasoning_content'],
  reasoningSwitch: 'template',
  // Where it was started with a parser of reasoning that knows its bounds; else it refuses the field.
  reasoningBudgetField: 'thinking_token_budget',
  templateSwitches: bothSwitches,
  efforts: openModelEfforts,
  strictTools: true,
  unlimitedTopK: -1,
  continuesWhenAsked: true,
  audio: true,
  cacheHints: 'cache-salt',
  endUserField: 'user',
  continuousUsage: 'continuous_usage_stats',
  countPath: '/tokenize',
} as const satisfies CapabilityProfile;
