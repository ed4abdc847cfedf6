import type { ReasoningRequest } from '../../model/generation-request.js';

/** What one kind of upstream understands beyond the common ground of the wire. Plain data: a new upstream is a record. */
export interface CapabilityProfile {
  /** Whether the role `developer` is known; otherwise it is sent as `system`. */
  readonly developerRole: boolean;
  /** `leading`: chat templates behind it refuse system messages after the first message. */
  readonly systemMessages: 'anywhere' | 'leading';
  /** The field that replays earlier reasoning, if it takes any. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | undefined;
  /** How reasoning is switched. `template`: `chat_template_kwargs.enable_thinking`, which open models' templates read. */
  readonly reasoningSwitch: 'effort' | 'template' | 'none';
  /** The efforts it knows, ascending; others are rounded down. Empty: it takes no effort. */
  readonly efforts: readonly NonNullable<ReasoningRequest['effort']>[];
  /** The effort that means none, where sending it is safe for models that never reason. */
  readonly effortOff: string | undefined;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Most stop sequences that it takes; the others are found in the text by us. */
  readonly maxStopSequences: number;
  /** The value of `top_k` that means no limit, or `undefined` when there is no such field. */
  readonly unlimitedTopK: number | undefined;
  /** Whether `tool_choice` has an effect. Without it, the list of offered tools is narrowed instead. */
  readonly toolChoice: boolean;
  /** Whether `strict` on a tool is known. */
  readonly strictTools: boolean;
  /** Which image sources it takes. */
  readonly images: 'data-and-url' | 'data';
  /** Whether content parts of type `file` and `input_audio` are known. */
  readonly files: boolean;
  readonly audio: boolean;
  /** How prompt caches are hinted at and kept apart between owners. */
  readonly cacheHints: 'prompt-cache-key' | 'cache-salt' | 'none';
  /** Whether counts can be had in every chunk: then the prompt's count is known from the start. */
  readonly continuousUsage: boolean;
  /** Whether a whole stream ends with `[DONE]`. Without it, `finish_reason` must do. */
  readonly endsWithDone: boolean;
  /** Where tokens of a prompt are counted, as a path from the origin, if anywhere. */
  readonly tokenizePath: string | undefined;
}

const generic: CapabilityProfile = {
  developerRole: false,
  systemMessages: 'leading',
  reasoningField: undefined,
  reasoningSwitch: 'none',
  efforts: [],
  effortOff: undefined,
  maxTokensField: 'max_tokens',
  maxStopSequences: 4,
  unlimitedTopK: undefined,
  toolChoice: true,
  strictTools: false,
  images: 'data-and-url',
  files: false,
  audio: false,
  cacheHints: 'none',
  continuousUsage: false,
  endsWithDone: true,
  tokenizePath: undefined,
};

export const capabilityProfiles = {
  generic,
  openai: {
    ...generic,
    developerRole: true,
    systemMessages: 'anywhere',
    reasoningSwitch: 'effort',
    efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
    maxTokensField: 'max_completion_tokens',
    strictTools: true,
    files: true,
    audio: true,
    cacheHints: 'prompt-cache-key',
  },
  vllm: {
    ...generic,
    reasoningField: 'reasoning_content',
    reasoningSwitch: 'template',
    efforts: ['low', 'medium', 'high'],
    maxStopSequences: Number.POSITIVE_INFINITY,
    unlimitedTopK: -1,
    audio: true,
    cacheHints: 'cache-salt',
    continuousUsage: true,
    tokenizePath: '/tokenize',
  },
  sglang: {
    ...generic,
    reasoningField: 'reasoning_content',
    reasoningSwitch: 'template',
    efforts: ['low', 'medium', 'high'],
    maxStopSequences: Number.POSITIVE_INFINITY,
    unlimitedTopK: -1,
    continuousUsage: true,
  },
  'llama-cpp': {
    ...generic,
    reasoningField: 'reasoning_content',
    reasoningSwitch: 'template',
    maxStopSequences: Number.POSITIVE_INFINITY,
    unlimitedTopK: 0,
  },
  ollama: {
    ...generic,
    reasoningField: 'reasoning',
    reasoningSwitch: 'effort',
    efforts: ['low', 'medium', 'high'],
    effortOff: 'none',
    maxStopSequences: Number.POSITIVE_INFINITY,
    toolChoice: false,
    images: 'data',
  },
} as const satisfies Record<string, CapabilityProfile>;

/** The kinds of upstream that are known by name. */
export type ProfileName = keyof typeof capabilityProfiles;

/** The profile behind a name; a record of one's own passes through. Default `generic`. */
export function resolveProfile(profile: ProfileName | CapabilityProfile = 'generic'): CapabilityProfile {
  return typeof profile === 'string' ? capabilityProfiles[profile] : profile;
}
