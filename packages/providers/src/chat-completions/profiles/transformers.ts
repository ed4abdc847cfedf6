import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { generic } from './generic.js';
import { bothSwitches } from './open-models.js';

/** Hugging Face's `transformers serve`. */
export const transformers = {
  ...generic,
  bareSchemas: true,
  reasoningSwitch: 'template',
  templateSwitches: bothSwitches,
  // It ends at one and leaves it in the text.
  maxStopSequences: 0,
  toolChoice: 'none',
  // It tells counts unasked, and its log complains of what it leaves out. Calls after the first are left out here.
  unsupportedParameters: ['stream_options', 'parallel_tool_calls'],
  logprobs: 'never',
  // It leaves out the one, and makes of the other a factor, which may become one that it fails at.
  penalties: false,
  outputFormats: 'none',
  // It writes such an answer to its end, whoever has left.
  supportsNonStreaming: false,
  endsWithDone: false,
} as const satisfies CapabilityProfile;
