import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';

/** Ollama. */
export const ollama = {
  ...generic,
  bareSchemas: true,
  reasoningFields: ['reasoning'],
  reasoningSwitch: 'effort',
  efforts: ['low', 'medium', 'high'],
  effortOff: 'none',
  // It does not report the matched sequence, also matches in reasoning and calls, and drops the model's own end
  // sequences.
  maxStopSequences: 0,
  toolChoice: 'none',
  images: 'data',
  truncatesPrompts: true,
} as const satisfies CapabilityProfile;
