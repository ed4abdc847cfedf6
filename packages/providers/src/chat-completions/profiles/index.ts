import type { CapabilityProfile } from '../../compat/capability-profile.js';
import { deepseek } from './deepseek.js';
import { generic } from './generic.js';
import { llamaCpp } from './llama-cpp.js';
import { ollama } from './ollama.js';
import { openai } from './openai.js';
import { sglang } from './sglang.js';
import { transformers } from './transformers.js';
import { vllm } from './vllm.js';

/** The kinds of upstream that are known by name. A new server is a file here and an entry. */
export const capabilityProfiles = {
  generic,
  openai,
  deepseek,
  vllm,
  sglang,
  'llama-cpp': llamaCpp,
  ollama,
  transformers,
} as const satisfies Record<string, CapabilityProfile>;

/** The name of a profile in {@link capabilityProfiles}. */
export type ProfileName = keyof typeof capabilityProfiles;
