// What every dialect provides: all that a turn needs of it. What its own endpoints need besides stands in its entry.
import type {
  RequestPaths,
  DialectId,
  EngineError,
  GenerationEvent,
  GenerationResult,
  JsonObject,
  ReasoningSigner,
  TurnOutcome,
  TurnRequest,
  TurnSnapshot,
  OptionalParameter,
} from '@org/engine';

/** Translates one wire to the neutral model and back. Pure: no input or output, no clock, no randomness of its own. */
export interface Dialect<Request, Response, Event extends { type: string }> {
  readonly id: DialectId;

  /** Checks a parsed JSON body against the wire's schema. Throws `invalid-request` that names the field. */
  parseRequest(body: unknown): Request;

  /** Ids of stored items that the request refers to; the caller looks them up by owner before `decodeRequest`. */
  referencedItems(request: Request): readonly string[];

  /** Applies the dialect's own rules and translates. Throws EngineError with the path of what breaks a rule. */
  decodeRequest(request: Request, options: DecodeOptions): TurnRequest;

  /** Gives the path in the client's request for a neutral part, tool or field, so that errors and warnings can name it. `turn` is what `decodeRequest` made of the request. */
  requestPaths(request: Request, turn: TurnRequest): RequestPaths;

  /** The encoder of one answer. Keeps the state of its stream; never reused. */
  createEncoder(request: Request, context: EncodeContext): TurnEncoder<Response, Event>;

  /** The error as an HTTP answer. Total over all codes. */
  encodeError(error: EngineError, requestId: string): EncodedError;

  /** The SSE frame of an event that the dialect's encoder made. Deltas, which are most of a stream, are put together without a serialiser. */
  formatEvent(event: Event): string;

  /** What a stream sends after `keepAliveSeconds` of silence: a whole SSE frame that every client takes. */
  readonly keepAliveFrame: string;

  /** What follows the last event, or the empty string. */
  readonly endFrame: string;
}

/** What a request brings besides its body. */
export interface DecodeOptions {
  /** Value of the version header, where the dialect has one. */
  readonly version?: string;
  /** Values of the header that switches features on, where the dialect has one. Only upstreams look at them. */
  readonly betas?: readonly string[];
  /**
   * The dialect that the model's own upstream speaks. When it is the request's, everything goes there as it is: nothing
   * is refused or warned of for being unknown here. Absent: none.
   */
  readonly native?: DialectId;
  /** Whether whoever answers heeds the wish; otherwise it is warned of. Absent: none is heeded. */
  readonly supportsParameter?: (parameter: OptionalParameter) => boolean;
  readonly reasoningSigner: ReasoningSigner;
  /** The items named by `referencedItems` that were found. */
  readonly items: ReadonlyMap<string, JsonObject>;
  readonly policy: DecodePolicy;
}

/** Settings of the installation. */
export interface DecodePolicy {
  /** What to do with hosted tools that this installation cannot run. Default `warn`. */
  readonly hostedTools: 'warn' | 'reject';
  /** Whether tools of servers that a request names are called here, for models whose upstream does not speak the dialect. Default false. */
  readonly servesTools?: boolean;
  /** Refuse unknown fields, for conformance tests. Default false. */
  readonly strict: boolean;
  /** Most tools a request may offer. Default 256. */
  readonly maxTools: number;
}

/** What a dialect needs to write a response besides the generation: ids, times and the request. */
export interface EncodeContext {
  /** Id of the message or response. */
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds; read once, when the turn ends. */
  readonly now: () => number;
  readonly version?: string;
  readonly reasoningSigner: ReasoningSigner;
  /** The items that `decodeRequest` was given; a dialect may store anew what they hold. Absent: none. */
  readonly items?: ReadonlyMap<string, JsonObject>;
  /**
   * How many events of this answer were sent before it began to run. Numbering goes on behind them, and none is sent
   * again. Only dialects that announce answers look at it. Default 0.
   */
  readonly announced?: number;
  readonly policy: EncodePolicy;
}

/** Choices of the operator about the form of responses. */
export interface EncodePolicy {
  /** Which names the responses dialect's usage carries. Default `both`. */
  readonly usageNames: 'both' | 'input-output' | 'prompt-completion';
  /** Send a model's reasoning on the responses wire raw, as `reasoning_text`, too. Default false. */
  readonly rawReasoning: boolean;
}

/**
 * Encodes one turn. For a stream, `push` every event and write what it returns; after a throw, write `fail`. For JSON,
 * ask for `response`. Both give the same object: `accumulate(push...) == response(collect(...))`.
 */
export interface TurnEncoder<Response, Event> {
  push(event: GenerationEvent): readonly Event[];
  /** The events that end a stream which cannot go on. Valid before the first event, too, and in the place of those of `generation-end`. */
  fail(error: EngineError): readonly Event[];
  response(result: GenerationResult): Response;
  snapshot(outcome: TurnOutcome): TurnSnapshot;
}

/** An error as an HTTP response of the dialect. */
export interface EncodedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}
