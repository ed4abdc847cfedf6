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
  // It does not say which one it met, meets them in reasoning and calls, too, and leaves out those that the model itself ends at.
  maxStopSequences: 0,
  toolChoice: 'none',
  images: 'data',
  truncatesPrompts: true,
} as const satisfies CapabilityProfile;
