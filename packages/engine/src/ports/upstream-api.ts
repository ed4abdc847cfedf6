import type { DialectId } from '../model/extensions.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { JsonObject } from '../json/json-value.js';
import type { Warning } from '../model/warning.js';

/**
 * How an upstream is spoken to in one of our dialects, from the client's side of the wire. Pure: no input or output, no
 * clock, no randomness. What goes over the network is the business of whoever holds it.
 */
export interface UpstreamApi {
  readonly dialect: DialectId;
  readonly traits: UpstreamApiTraits;

  /** The request that asks for an answer, always as a stream. */
  encode(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest;

  /** The request that asks how many tokens the prompt has. */
  encodeCount(request: GenerationRequest, target: UpstreamTarget): UpstreamRequest;

  /** The count out of the answer to it; undefined when there is none. */
  readCount(response: Readonly<Record<string, unknown>>): number | undefined;

  /** The reader of one answer. `warnings` ride on its first event, and so do those that are added to them before it. */
  createReader(
    request: GenerationRequest,
    target: UpstreamTarget,
    warnings: readonly Warning[],
    emit: (event: GenerationEvent) => void,
  ): UpstreamReader;
}

/** What holds for every request on a wire. Paths lie below the base URL. */
export interface UpstreamApiTraits {
  readonly path: string;
  readonly countPath: string;
  readonly modelsPath: string;
  /** Where the key goes: as a bearer token, or bare. */
  readonly keyHeader: 'authorization' | 'x-api-key';
  /** The longest id of an end user that it takes, 64 characters or more. What is longer comes to `encode` as a digest. */
  readonly maxUserIdLength: number;
  /** Members that an answer means the same without, wherever they stand in a request. A server that refuses one is asked without it. */
  readonly dispensable: readonly string[];
  /** Whether it has tools that are no functions, and stand for some where a server does not know them. */
  readonly toolForms: boolean;
  /** Headers of every request; those of the configuration win. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Who is asked. */
export interface UpstreamTarget {
  /** The upstream's name of the model. */
  readonly model: string;
  /** The name that the upstream's seals bear. */
  readonly signer: string;
  /** The cap of an answer for which nobody named one, on wires that demand one. Integer of at least 1. */
  readonly maxOutputTokens: number;
  /** Whether reasoning is asked for in the sealed form that can be sent back. */
  readonly encryptedReasoning: boolean;
  /** Which of the reasoning that nobody but this service has sealed it takes back. */
  readonly plainReasoning: PlainReasoning;
  /** Whether it takes results of tools that hold more than text. */
  readonly mediaInResults: boolean;
  /** Which tools of the wire it knows. */
  readonly tools: KnownTools;
}

/** `in-words`: what says its words as the upstream itself does, and nothing without any. */
export type PlainReasoning = 'any' | 'in-words' | 'none';

/**
 * `all`: what clients of the wire send. `plain`: functions outside of groups, and those that it runs itself. `functions`: nothing else.
 * A tool that it does not know travels as a function, and is left out where it would have to run it.
 */
export type KnownTools = 'all' | 'plain' | 'functions';

/** A request as an upstream receives it. */
export interface UpstreamRequest {
  readonly body: JsonObject;
  /** Headers of this request alone. Lists of one header are joined with what the configuration has. */
  readonly headers: Readonly<Record<string, string>>;
  /** What of the request the wire cannot say. */
  readonly warnings: readonly Warning[];
  /** Whether it is what a client of this dialect said itself: then what the upstream refuses of it is the client's mistake. */
  readonly sameDialect: boolean;
  /** Stop sequences that the upstream does not look for. */
  readonly localStopSequences: readonly string[];
}

/** Turns the objects of one answer into neutral events. Throws an EngineError for an answer that contradicts itself. */
export interface UpstreamReader {
  /** Whether `generation-end` was emitted. */
  readonly done: boolean;
  /**
   * Takes the next event of the stream. Says so when the event is a failure. `text` is what the event was read from: numbers
   * have digits there that a number of the language does not hold.
   */
  push(event: JsonObject, text?: string): UpstreamFailure | undefined;
  /** Takes a whole answer, from an upstream that does not stream. */
  pushDocument(document: JsonObject, text?: string): UpstreamFailure | undefined;
  /** The answer ends here: emits a `generation-usage` if the upstream has counted more than was emitted. Absent: it never tells on the way. */
  giveUp?(): void;
}

/** How an upstream failed in the middle of an answer, in the terms of HTTP. Nothing of it is shown to clients. */
export interface UpstreamFailure {
  /** The status that a refusal for the same reason would have. */
  readonly status: number;
  /** The upstream's error object. */
  readonly details: JsonObject;
}
