import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';

/** `llama-server` of llama.cpp. */
export const llamaCpp = {
  ...generic,
  bareSchemas: true,
  reasoningFields: ['reasoning_content'],
  reasoningSwitch: 'template',
  // It gives the first to templates that know the second, under that name.
  templateSwitches: ['enable_thinking'],
  efforts: ['low', 'medium', 'high'],
  reasoningBudgetField: 'reasoning_budget_tokens',
  reasonsAfterPrefill: false,
  // It does not report the matched sequence, and also matches in reasoning and calls.
  maxStopSequences: 0,
  unlimitedTopK: 0,
  toolChoice: 'required',
  minTopLogprobs: 1,
  logprobs: 'without-tools',
  requiresContinueFlag: true,
  continuousUsage: 'timings_per_token',
  supportsNonStreaming: false,
  countPath: '/v1/chat/completions/input_tokens',
} as const satisfies CapabilityProfile;
