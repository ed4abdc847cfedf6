import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';
import { bothSwitches, openModelEfforts } from './open-models.js';

/** vLLM. */
export const vllm = {
  ...generic,
  bareSchemas: true,
  // The first name is in use since the end of 2025; earlier versions support only the second. Its newer front end
  // rejects both together.
  reasoningFields: ['reasoning', 'reasoning_content'],
  reasoningSwitch: 'template',
  // Supported only when started with a reasoning parser with known delimiters; otherwise it rejects the field.
  reasoningBudgetField: 'thinking_token_budget',
  templateSwitches: bothSwitches,
  efforts: openModelEfforts,
  strictTools: true,
  unlimitedTopK: -1,
  requiresContinueFlag: true,
  audio: true,
  cacheHints: 'cache-salt',
  endUserField: 'user',
  continuousUsage: 'continuous_usage_stats',
  countPath: '/tokenize',
} as const satisfies CapabilityProfile;
