import type { Effort } from './effort.js';
import type { Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from './message.js';
import type { ToolChoice, ToolDefinition } from './tool.js';

/** Everything a generator needs for one step. Complete in itself: no ids to look up, no state behind it. */
export interface GenerationRequest {
  /** The model as the client named it. */
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice;
  /** Whether one answer may hold more than one tool call. Default true. */
  readonly parallelToolCalls: boolean;
  readonly limits: Limits;
  readonly sampling: Sampling;
  /** Absent: the model's own habit. */
  readonly reasoning?: ReasoningRequest;
  /** How wordy the answer is to be. Absent: the model's own habit. */
  readonly verbosity?: 'low' | 'medium' | 'high';
  /** How fast, and for which price, the answer is to be worked on, in the words of OpenAI's wires. Absent: as it is usual there. */
  readonly serviceTier?: string;
  readonly outputFormat: OutputFormat;
  readonly stopSequences: readonly string[];
  /** What to do with an input that does not fit: refuse it, or drop whole oldest turns. */
  readonly truncation: 'disabled' | 'auto';
  /** Requests with the same key share a prompt prefix: a hint for caches and for routing. */
  readonly cacheKey?: string;
  /** Who uses the client, by an id of the client's own that tells nobody who that is. Upstreams find misuse by it. */
  readonly endUser?: string;
  readonly extensions?: Extensions;
}

/** Members that most who answer have nothing for. See `Generator.heeds`. */
export type OptionalParameter = 'verbosity' | 'serviceTier';

export interface Limits {
  /** A cap, not a promise. Integer of at least 0; 0 reads the prompt and generates nothing. */
  readonly maxOutputTokens?: number;
}

/** Absent members mean the model's or the upstream's default. */
export interface Sampling {
  /** 0 to 2; 0 is greedy. */
  readonly temperature?: number;
  /** 0 to 1. */
  readonly topP?: number;
  /** Integer of at least 0; 0 means no limit. */
  readonly topK?: number;
  readonly seed?: number;
  /** -2 to 2. */
  readonly presencePenalty?: number;
  /** -2 to 2. */
  readonly frequencyPenalty?: number;
  /** How many alternatives to report a token, 0 to 20. Absent: no log-probabilities at all. */
  readonly topLogprobs?: number;
}

/** Whether and how much the model reasons before its output. */
export interface ReasoningRequest {
  readonly enabled: boolean;
  readonly effort?: Effort;
  /** A cap on reasoning tokens. */
  readonly budgetTokens?: number;
  /** The client said nothing, and its dialect means this: nothing to refuse a request or to warn for. */
  readonly implied?: true;
}

/** The form of the output text: free text, any JSON object, or JSON that matches a schema. */
export type OutputFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json-object' }
  | {
      readonly type: 'json-schema';
      readonly schema: JsonObject;
      readonly name?: string;
      readonly description?: string;
      readonly strict?: boolean;
      /** The client said no `strict`, and its dialect means it: the schema need not be one of the few that others bind answers to. */
      readonly strictImplied?: true;
    };
