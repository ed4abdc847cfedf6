import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';
import { bothSwitches } from './open-models.js';

/** Hugging Face's `transformers serve`. */
export const transformers = {
  ...generic,
  bareSchemas: true,
  reasoningSwitch: 'template',
  templateSwitches: bothSwitches,
  // It stops at a sequence but leaves it in the text.
  maxStopSequences: 0,
  toolChoice: 'none',
  // It reports usage by default and logs warnings about fields that it ignores. The service drops calls after the
  // first itself.
  unsupportedFields: ['stream_options', 'parallel_tool_calls'],
  logprobs: 'never',
  // It ignores one penalty and converts the other to a factor, which may become invalid.
  penalties: false,
  outputFormats: 'none',
  // It generates a non-streaming response to its end even after a disconnect.
  supportsNonStreaming: false,
  sendsDoneMarker: false,
} as const satisfies CapabilityProfile;
