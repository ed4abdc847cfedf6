import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';

/** DeepSeek's hosted API. */
export const deepseek = {
  ...generic,
  reasoningFields: ['reasoning_content'],
  requiresReasoningReplay: true,
  reasoningSwitch: 'thinking',
  // It accepts every effort and supports fewer levels, so the rounding is left to it.
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  maxStopSequences: 16,
  outputFormats: 'object',
} as const satisfies CapabilityProfile;
