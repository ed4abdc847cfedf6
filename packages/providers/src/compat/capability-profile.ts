import type { ReasoningRequest, OptionalParameter } from '@org/engine';
import type { SignatureName } from './next-signature-name.js';

/**
 * Call id formats that servers accept. `short`: OpenAI's API accepts 40 characters. `nine`: Mistral's API, and
 * engines that validate requests with its library, accept exactly nine letters and digits.
 */
export type CallIds = 'any' | 'short' | 'nine';

/** Capabilities of one kind of upstream beyond the API's common minimum. Plain data: a new upstream is a record. */
export interface CapabilityProfile {
  /** Whether the role `developer` is known; otherwise it is sent as `system`. */
  readonly developerRole: boolean;
  /**
   * Where it accepts system messages. `anywhere`: within the conversation, too. `leading`: only before the first other
   * message. `none`: nowhere.
   */
  readonly systemMessages: 'anywhere' | 'leading' | 'none';
  /**
   * Fields that replay earlier reasoning, if supported. Several: its releases read different ones; an upstream that
   * rejects extra fields gets the first.
   */
  readonly reasoningFields: readonly ('reasoning_content' | 'reasoning')[];
  /** Whether it rejects assistant messages without their reasoning. Blank reasoning then replaces missing reasoning. */
  readonly requiresReasoningReplay: boolean;
  /**
   * How requests switch reasoning on and off. `effort`: with `reasoning_effort`. `template`: with members of
   * `chat_template_kwargs`, which templates of open models read. `thinking`: with the field `thinking`, and off for forced
   * calls, because it rejects both together. `none`: they cannot.
   */
  readonly reasoningSwitch: 'effort' | 'template' | 'thinking' | 'none';
  /** Members of `chat_template_kwargs` that switch reasoning. Several: templates read different ones and ignore the others. */
  readonly templateSwitches: readonly ('enable_thinking' | 'thinking')[];
  /** Supported efforts, ascending. The next lower one replaces any other, with a warning. Empty: none. */
  readonly efforts: readonly NonNullable<ReasoningRequest['effort']>[];
  /** The effort that switches reasoning off, where models that never reason accept it too. */
  readonly effortOff: string | undefined;
  /** Whether it accepts tools for a reasoning model. Otherwise requests with tools must state that reasoning is off. */
  readonly reasonsWithTools: boolean;
  /** Whether it continues an assistant prefill for a reasoning model. Otherwise reasoning must be off. */
  readonly reasonsAfterPrefill: boolean;
  /** Field that limits the reasoning tokens, if any. */
  readonly reasoningBudgetField: 'reasoning_budget_tokens' | 'thinking_token_budget' | undefined;
  /** Field that limits the output tokens. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Maximum number of stop sequences; the service applies the others itself. */
  readonly maxStopSequences: number;
  /** The value of `top_k` that means no limit, or `undefined` when there is no such field. */
  readonly unlimitedTopK: number | undefined;
  /**
   * Effective part of `tool_choice`. The service narrows the list of tools where the rest has no effect. `required`:
   * only this value; calls that `none` forbids would arrive as text.
   */
  readonly toolChoice: 'all' | 'required' | 'none';
  /** Minimum number of alternatives per token for log-probabilities. Alternatives that were not requested are omitted. */
  readonly minTopLogprobs: 0 | 1;
  /** When it returns log-probabilities. */
  readonly logprobs: 'always' | 'without-tools' | 'never';
  /** Whether it supports penalties for earlier tokens. */
  readonly penalties: boolean;
  /** Whether an assistant prefill requires an explicit flag. Otherwise the upstream repeats that text. */
  readonly requiresContinueFlag: boolean;
  /**
   * Enforced output formats. `object`: JSON; it rejects schemas and requires JSON to be mentioned in the
   * conversation, too. `none`: it accepts the parameter and ignores it.
   */
  readonly outputFormats: 'schema' | 'object' | 'none';
  /** Whether `strict` on a tool is known. */
  readonly strictTools: boolean;
  /** Whether it accepts tool schemas without `type` or `properties`. Otherwise the service adds them. */
  readonly bareSchemas: boolean;
  /** Whether it accepts schemas with constraints on values, such as patterns and lengths. Otherwise the service omits them. */
  readonly boundedSchemas: boolean;
  /** `json-schema`: it accepts all of JSON Schema. `open-api`: it supports the subset of JSON Schema in OpenAPI 3.0 and rejects any other keyword. */
  readonly schemas: 'json-schema' | 'open-api';
  /** Whether messages with only calls may have null content. Otherwise it is an empty string. */
  readonly nullTexts: boolean;
  /** Whether it accepts conversations without a user message. Otherwise the last instructions become one. */
  readonly allowsNoUserMessage: boolean;
  /** Whether a user message may directly follow tool results. Otherwise an assistant message is inserted. */
  readonly userAfterToolResults: boolean;
  /** Whether it accepts empty tool results. */
  readonly emptyResults: boolean;
  /** Whether an assistant prefill may end in white space. */
  readonly prefillTrailingWhitespace: boolean;
  /** Which ids of tool calls it accepts. `short`: up to 40 characters. `nine`: nine letters and digits. */
  readonly callIds: CallIds;
  /** Whether it accepts its signatures of earlier messages. */
  readonly acceptsSignatures: boolean;
  /**
   * Name under which calls without a signature are marked, if it requires that: calls of another model, or calls
   * whose client has lost the signature.
   */
  readonly unsignedCalls: SignatureName | undefined;
  /** Whether it accepts calls in the conversation when the request offers no tools, as for a summary. */
  readonly allowsCallsWithoutTools: boolean;
  /** Fields that the service omits because it does not support them. */
  readonly unsupportedFields: readonly OptionalField[];
  /** Which image sources it accepts: data in the request, or also URLs. */
  readonly images: 'data-and-url' | 'data';
  /** Whether it accepts content parts of type `file`. */
  readonly files: boolean;
  /** Whether it accepts content parts of type `input_audio`. */
  readonly audio: boolean;
  /** Fields that help the prompt cache and separate it between owners: `prompt_cache_key` or `cache_salt`. */
  readonly cacheHints: 'prompt-cache-key' | 'cache-salt' | 'none';
  /** Field for the end user's id, if any. */
  readonly endUserField: 'safety_identifier' | 'user' | undefined;
  /** Supported optional parameters: `verbosity`, and `service_tier`, which its responses then also report. */
  readonly optionalParameters: readonly OptionalParameter[];
  /**
   * Option that adds usage to every chunk, if any: the prompt's count is then known from the start, and so is the
   * cost of an aborted response.
   */
  readonly continuousUsage: 'continuous_usage_stats' | 'timings_per_token' | 'none';
  /**
   * Whether responses may be non-streaming: it accepts such a request and stops its work when the client disconnects.
   * Otherwise every response is streamed.
   */
  readonly supportsNonStreaming: boolean;
  /** Whether a complete stream ends with `[DONE]`. Without it, `finish_reason` must suffice. */
  readonly sendsDoneMarker: boolean;
  /** Whether it truncates a prompt that exceeds the context instead of rejecting it. */
  readonly truncatesPrompts: boolean;
  /** Where tokens of a prompt are counted, as a path from the origin, if anywhere. */
  readonly countPath: string | undefined;
}

/** Fields that a request makes sense without. */
export const optionalFields = [
  'parallel_tool_calls',
  'stream_options',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'verbosity',
  'service_tier',
] as const;

/** Optional fields that a client requested explicitly: their removal causes a warning. */
export const hintFields: ReadonlySet<string> = new Set<OptionalField>(['verbosity', 'service_tier']);

export type OptionalField = (typeof optionalFields)[number];
