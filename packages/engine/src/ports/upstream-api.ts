import type { DialectId } from '../model/extensions.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { JsonObject } from '../json/json-value.js';
import type { Warning } from '../model/warning.js';

/**
 * Client side of one of our dialects, for requests to an upstream. Pure: no I/O, no clock, no randomness. The owner
 * of the connection does the network I/O.
 */
export interface UpstreamApi {
  readonly dialect: DialectId;
  readonly traits: UpstreamApiTraits;

  /** The request for a completion, always streaming. */
  encode(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest;

  /** The request that asks how many tokens the prompt has. */
  encodeCount(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest;

  /** Reads the token count from the response; undefined when there is none. */
  readCount(response: Readonly<Record<string, unknown>>): number | undefined;

  /** Creates the reader of one response. Its first event carries `warnings`, including those added before that event. */
  createReader(
    request: GenerationRequest,
    target: UpstreamTarget,
    warnings: readonly Warning[],
    emit: (event: GenerationEvent) => void,
    options?: ReaderOptions,
  ): UpstreamReader;
}

/** What a reader has to know of the response that it reads. */
export interface ReaderOptions {
  /** Whether clients receive events before the response ends, so that later ones cannot correct them. */
  readonly isShown: boolean;
  /** Whether an item of the request or of its conversation has the id. */
  isUsedId(id: string): boolean;
}

/** Properties of every request of an API. Paths are relative to the base URL. */
export interface UpstreamApiTraits {
  readonly path: string;
  readonly countPath: string;
  readonly modelsPath: string;
  /** Where the key goes: as a bearer token, or bare. */
  readonly keyHeader: 'authorization' | 'x-api-key';
  /** Maximum length of an end-user id, 64 characters or more. Longer ids reach `encode` as a digest. */
  readonly maxUserIdLength: number;
  /**
   * Request fields, at any depth, that do not change the meaning of the completion. The service retries without a
   * field that the server rejects.
   */
  readonly optionalFields: readonly string[];
  /** Whether the API has non-function tools that replace function tools on servers that do not support those. */
  readonly toolForms: boolean;
  /** Headers of every request; those of the configuration win. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The upstream to call. */
export interface UpstreamTarget {
  /** The upstream's name of the model. */
  readonly model: string;
  /** Name of the signer of the upstream's signatures. */
  readonly signer: string;
  /** Default output limit, in tokens, for APIs that require one. Integer of at least 1. */
  readonly maxOutputTokens: number;
  /** Whether to request reasoning in the encrypted form that can be sent back. */
  readonly encryptedReasoning: boolean;
  /** Which reasoning without an upstream signature the upstream accepts back. */
  readonly plainReasoning: PlainReasoning;
  /** Whether it accepts tool results that hold more than text. */
  readonly mediaInResults: boolean;
  /** Tools of the API that the upstream supports. */
  readonly tools: KnownTools;
  /** Where it accepts system messages. `user`: not within the conversation, so they are sent as user messages. */
  readonly systemMessages: 'anywhere' | 'user';
  /** The only kind of thinking that it accepts. Absent: every kind. */
  readonly thinking?: 'adaptive' | 'enabled' | 'none';
  /** Types of hosted tools that it rejects. */
  readonly omittedTools: readonly string[];
}

/** `as-text`: reasoning whose text has the upstream's own form, and none without text. */
export type PlainReasoning = 'any' | 'as-text' | 'none';

/**
 * `all`: every tool that clients of the API send. `plain`: functions outside of groups, and hosted tools.
 * `functions`: functions only. An unsupported tool is sent as a function, and dropped when the upstream would have to
 * run it.
 */
export type KnownTools = 'all' | 'plain' | 'functions';

/** A request as an upstream receives it. */
export interface UpstreamRequest {
  readonly body: JsonObject;
  /** Headers of this request only. List headers are joined with the configured values. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of the request that the API cannot express. */
  readonly warnings: readonly Warning[];
  /** Whether the client sent the request in this dialect: then an upstream rejection is a client error. */
  readonly sameDialect: boolean;
  /** Stop sequences that the upstream does not apply. */
  readonly localStopSequences: readonly string[];
}

/**
 * Converts the events of one response into neutral events. Throws an EngineError for a response that contradicts
 * itself.
 */
export interface UpstreamReader {
  /** Whether `generation-end` was emitted. */
  readonly done: boolean;
  /**
   * Processes the next event of the stream. Returns a failure when the event is one. `text` is the source text of the
   * event: it preserves digits that a JavaScript number cannot hold.
   */
  push(event: JsonObject, text?: string): UpstreamFailure | undefined;
  /** Processes a complete response from an upstream that does not stream. */
  pushDocument(document: JsonObject, text?: string): UpstreamFailure | undefined;
  /**
   * Ends the response early: emits a `generation-usage` if the upstream has counted more than was emitted. Absent:
   * the upstream never reports usage mid-stream.
   */
  giveUp?(): void;
}

/** An upstream failure in the middle of a response, expressed in HTTP terms. Clients never see it unfiltered. */
export interface UpstreamFailure {
  /** The HTTP status of a rejection for the same reason. */
  readonly status: number;
  /** The upstream's error object. */
  readonly details: JsonObject;
}
