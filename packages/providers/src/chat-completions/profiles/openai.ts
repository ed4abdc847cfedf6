import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';

/** OpenAI's own API. */
export const openai = {
  ...generic,
  developerRole: true,
  systemMessages: 'anywhere',
  reasoningSwitch: 'effort',
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  maxTokensField: 'max_completion_tokens',
  strictTools: true,
  callIds: 'short',
  files: true,
  audio: true,
  cacheHints: 'prompt-cache-key',
  endUserField: 'safety_identifier',
  optionalParameters: ['verbosity', 'serviceTier'],
} as const satisfies CapabilityProfile;
