import type { ReasoningRequest, OptionalParameter } from '@org/engine';
import type { SignatureName } from './signature-names.js';

/**
 * What servers take as the id of a call. `short`: OpenAI's API takes 40 characters. `nine`: Mistral's, and engines that check requests with
 * its library, take nine letters and digits, no more and no fewer.
 */
export type CallIds = 'any' | 'short' | 'nine';

/** What one kind of upstream understands beyond the common ground of the wire. Plain data: a new upstream is a record. */
export interface CapabilityProfile {
  /** Whether the role `developer` is known; otherwise it is sent as `system`. */
  readonly developerRole: boolean;
  /** `leading`: chat templates behind it refuse system messages after the first message. `none`: anywhere. */
  readonly systemMessages: 'anywhere' | 'leading' | 'none';
  /** The fields that replay earlier reasoning, if it takes any. Several: its releases read different ones; one that minds is asked with the first. */
  readonly reasoningFields: readonly ('reasoning_content' | 'reasoning')[];
  /** Whether it refuses answers in the conversation that come without their reasoning. Blank reasoning then stands where there is none. */
  readonly wantsReasoningBack: boolean;
  /**
   * How reasoning is switched. `template`: by members of `chat_template_kwargs`, which open models' templates read. `thinking`: by a
   * member of that name, and off where a call is forced, because it refuses both together.
   */
  readonly reasoningSwitch: 'effort' | 'template' | 'thinking' | 'none';
  /** What those members are called. Several: templates read different ones, and none minds another. */
  readonly templateSwitches: readonly ('enable_thinking' | 'thinking')[];
  /** The efforts it knows, ascending; others are rounded down. Empty: it takes no effort. */
  readonly efforts: readonly NonNullable<ReasoningRequest['effort']>[];
  /** The effort that means none, where sending it is safe for models that never reason. */
  readonly effortOff: string | undefined;
  /** Whether it takes tools for a model that reasons. One that does not wants to be told, beside tools, that nobody asks for reasoning. */
  readonly reasonsWithTools: boolean;
  /** Whether it goes on with text of the assistant for a model that reasons. One that does not wants reasoning switched off. */
  readonly reasonsAfterPrefill: boolean;
  /** The field that caps the tokens of reasoning, if there is one. */
  readonly reasoningBudgetField: 'reasoning_budget_tokens' | 'thinking_token_budget' | undefined;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Most stop sequences that it takes; the others are found in the text by us. */
  readonly maxStopSequences: number;
  /** The value of `top_k` that means no limit, or `undefined` when there is no such field. */
  readonly unlimitedTopK: number | undefined;
  /**
   * What of `tool_choice` has an effect. Where the rest has none, the list of offered tools is narrowed instead. `required`: no more
   * than this word; calls that the word `none` forbids would come as text.
   */
  readonly toolChoice: 'all' | 'required' | 'none';
  /** Fewest alternatives a token that log-probabilities can be had with. Those that nobody asked for are left out. */
  readonly leastTopLogprobs: 0 | 1;
  /** When log-probabilities can be had. */
  readonly logprobs: 'always' | 'without-tools' | 'never';
  /** Whether it minds what tokens the answer has already. */
  readonly penalties: boolean;
  /** Whether an answer that begins with text of the assistant has to be asked for as such. Else the upstream repeats that text. */
  readonly continuesWhenAsked: boolean;
  /**
   * What answers can be held to. `object`: to JSON; it refuses schemas, and wants to be told of JSON in the conversation, too. `none`: it
   * takes the wish and does nothing about it.
   */
  readonly outputFormats: 'schema' | 'object' | 'none';
  /** Whether `strict` on a tool is known. */
  readonly strictTools: boolean;
  /** Whether it takes schemas of tools that name no type or no members. */
  readonly bareSchemas: boolean;
  /** Whether it takes schemas with bounds of values, such as patterns and lengths. A server that makes a grammar of them may not. */
  readonly boundedSchemas: boolean;
  /** `open-api`: of JSON Schema it reads what OpenAPI 3.0 has of it, and refuses any other word. */
  readonly schemas: 'json-schema' | 'open-api';
  /** Whether answers of calls alone may have null for a text. Where not, it is empty. */
  readonly nullTexts: boolean;
  /** Whether it takes conversations in which the user says nothing. Where not, the last instructions are the user's. */
  readonly silentUser: boolean;
  /** Whether the user may speak directly behind results of tools. Where not, a word of the assistant stands between. */
  readonly userAfterToolResults: boolean;
  /** Whether it takes results of tools that say nothing. */
  readonly emptyResults: boolean;
  /** Whether an answer that it is to go on with may end in white space. */
  readonly prefillTrailingWhitespace: boolean;
  /** Which ids of calls it takes. */
  readonly callIds: CallIds;
  /** Whether it takes back what it has said beside earlier answers to prove them. */
  readonly acceptsSignatures: boolean;
  /** Under whose name it is told that calls have no signature, if it has to be told: those that another model made, or whose client has lost it. */
  readonly unsignedCalls: SignatureName | undefined;
  /** Whether it takes calls in the conversation where the request offers no tools, as one for a summary does. */
  readonly callsWithoutTools: boolean;
  /** Members of a request that it does not take. */
  readonly unsupportedParameters: readonly DispensableMember[];
  /** Which image sources it takes. */
  readonly images: 'data-and-url' | 'data';
  /** Whether content parts of type `file` and `input_audio` are known. */
  readonly files: boolean;
  readonly audio: boolean;
  /** How prompt caches are hinted at and kept apart between owners. */
  readonly cacheHints: 'prompt-cache-key' | 'cache-salt' | 'none';
  /** Where the end user's id goes, if it takes one. */
  readonly endUserField: 'safety_identifier' | 'user' | undefined;
  /** Fields for wishes that it has: `verbosity`, and `service_tier`, which it then also tells of its answers. */
  readonly optionalParameters: readonly OptionalParameter[];
  /** What brings counts in every chunk, if anything: then the prompt's count is known from the start, and the cost of an answer that is cut. */
  readonly continuousUsage: 'continuous_usage_stats' | 'timings_per_token' | 'none';
  /**
   * Whether an answer may be asked for in one piece: it takes such a request, and ends its work on it when nobody waits for it any more.
   * Otherwise every answer is streamed.
   */
  readonly supportsNonStreaming: boolean;
  /** Whether a whole stream ends with `[DONE]`. Without it, `finish_reason` must do. */
  readonly endsWithDone: boolean;
  /** Whether a prompt that does not fit the context is cut and not refused. */
  readonly truncatesPrompts: boolean;
  /** Where tokens of a prompt are counted, as a path from the origin, if anywhere. */
  readonly countPath: string | undefined;
}

/** Members that a request makes sense without. */
export const dispensableMembers = [
  'parallel_tool_calls',
  'stream_options',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'verbosity',
  'service_tier',
] as const;

/** Those of them that a client wished for: it is told. */
export const wishedMembers: ReadonlySet<string> = new Set<DispensableMember>(['verbosity', 'service_tier']);

export type DispensableMember = (typeof dispensableMembers)[number];
