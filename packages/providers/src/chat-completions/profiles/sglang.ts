import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';
import { bothSwitches, openModelEfforts } from './open-models.js';

/** SGLang. */
export const sglang = {
  ...generic,
  bareSchemas: true,
  reasoningFields: ['reasoning_content'],
  reasoningSwitch: 'template',
  templateSwitches: bothSwitches,
  efforts: openModelEfforts,
  strictTools: true,
  maxStopSequences: Number.POSITIVE_INFINITY,
  unlimitedTopK: -1,
  requiresContinueFlag: true,
  cacheHints: 'cache-salt',
  endUserField: 'user',
  continuousUsage: 'continuous_usage_stats',
  countPath: '/tokenize',
} as const satisfies CapabilityProfile;
