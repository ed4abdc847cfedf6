import type { Effort } from './effort.js';
import type { Extensions } from './extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from './message.js';
import type { ToolChoice, ToolDefinition } from './tool.js';

/** Everything a provider needs for one step. Self-contained: no ids to look up, no state elsewhere. */
export interface GenerationRequest {
  /** The model as the client named it. */
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice;
  /** Whether one response may contain more than one tool call. Default true. */
  readonly parallelToolCalls: boolean;
  readonly limits: Limits;
  readonly sampling: Sampling;
  /** Absent: the model's default. */
  readonly reasoning?: ReasoningRequest;
  /** Verbosity of the response. Absent: the default of the model. */
  readonly verbosity?: 'low' | 'medium' | 'high';
  /** Service tier, which sets speed and price, in the values of OpenAI's APIs. Absent: the upstream's default. */
  readonly serviceTier?: string;
  readonly outputFormat: OutputFormat;
  readonly stopSequences: readonly string[];
  /** What to do with an input that exceeds the context: reject it, or drop complete oldest turns. */
  readonly truncation: 'disabled' | 'auto';
  /** Requests with the same key share a prompt prefix: a hint for caches and for routing. */
  readonly cacheKey?: string;
  /** The client's end user, as an opaque id of the client that identifies no person. Upstreams use it to detect abuse. */
  readonly endUser?: string;
  readonly extensions?: Extensions;
}

/** Optional parameters that most upstreams do not support. See `Generator.heeds`. */
export type OptionalParameter = 'verbosity' | 'serviceTier';

export interface Limits {
  /** A limit, not a guarantee. Integer of at least 0; 0 processes the prompt and generates nothing. */
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
  /**
   * The client sent no value, and this is its dialect's default: the service neither rejects a request nor warns
   * because of it.
   */
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
      /**
       * The client sent no `strict`, and its dialect defaults to it: the schema need not be within the subset that
       * other upstreams enforce.
       */
      readonly strictImplied?: true;
    };
