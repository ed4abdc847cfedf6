// The interface of every dialect: all that a turn needs of it. The entry of a dialect has what its own endpoints need
// in addition.
import type {
  RequestPaths,
  DialectId,
  EngineError,
  GenerationEvent,
  GenerationResult,
  HostedToolKind,
  JsonObject,
  ReasoningSigner,
  TurnOutcome,
  TurnRequest,
  TurnSnapshot,
  OptionalParameter,
} from '@org/engine';

export {
  applyPolicy,
  type PolicyContext,
  type PolicyFinding,
  type PolicyRule,
} from './shared/upstream-policy/apply-policy.js';
export { checkRequest } from './shared/upstream-policy/check-request.js';
export { fieldClasses, type FieldClass, type ObjectClasses } from './shared/upstream-policy/field-class.js';
export type {
  ChoiceNode,
  FieldNode,
  ListNode,
  MemberNode,
  ObjectNode,
  OpaqueNode,
  RequestFields,
} from './shared/upstream-policy/field-nodes.js';
export { guardUpstreamApi, type OwnerPolicy } from './shared/upstream-policy/guard-upstream-api.js';
export {
  defaultUpstreamPolicy,
  type PolicyAction,
  type UpstreamPolicySettings,
} from './shared/upstream-policy/policy-settings.js';
export { steeringFields } from './shared/upstream-policy/steering-fields.js';
export { classifiedUnknownFields } from './shared/upstream-policy/unknown-fields.js';

/** Translates one API to the neutral model and back. Pure: no input or output, no clock, no randomness. */
export interface Dialect<Request, Response, Event extends { type: string }> {
  readonly id: DialectId;

  /** Validates a parsed JSON body against the API schema. Throws `invalid-request` that names the field. */
  parseRequest(body: unknown): Request;

  /** Ids of stored items that the request refers to, each as often as it does; the caller looks them up by owner before `decodeRequest`. */
  referencedItems(request: Request): readonly string[];

  /** Applies the dialect's own rules and translates. Throws EngineError with the path of what breaks a rule. */
  decodeRequest(request: Request, options: DecodeOptions): TurnRequest;

  /** Gives the path in the client's request for a neutral part, tool or field, so that errors and warnings can name it. `turn` is what `decodeRequest` made of the request. */
  requestPaths(request: Request, turn: TurnRequest): RequestPaths;

  /** Creates the encoder of one response. It holds the state of its stream and is never reused. */
  createEncoder(request: Request, context: EncodeContext): TurnEncoder<Response, Event>;

  /** Encodes the error as an HTTP response. Total over all codes. */
  encodeError(error: EngineError, requestId: string): EncodedError;

  /**
   * Formats the SSE frame of an event from the dialect's encoder. Builds deltas, which are most of a stream, without
   * a serializer.
   */
  formatEvent(event: Event): string;

  /** What a stream sends after `keepAliveSeconds` of silence. */
  readonly keepAlive: KeepAlive<Event>;

  /** What follows the last event, or the empty string. */
  readonly endFrame: string;
}

/** A keep-alive of a stream. */
export interface KeepAlive<Event> {
  /** A complete SSE frame that every client accepts, after the last event that was sent. */
  frame(last: Event | undefined): string;
  /**
   * Whether clients accept it only after the first event of the response. The encoder then has `announce`, whose
   * events replace the first keep-alive of a stream that has sent nothing. Default false.
   */
  readonly waitsForStart?: boolean;
}

/** The data of a request in addition to its body. */
export interface DecodeOptions {
  /** Value of the version header, where the dialect has one. */
  readonly version?: string;
  /** Values of the beta header, where the dialect has one. Upstreams of the dialect read them; others cause warnings. */
  readonly betas?: readonly string[];
  /**
   * The dialect of the model's own upstream. When it equals the request's, everything is forwarded unchanged: nothing
   * is rejected or warned of for being unknown here. Absent: none.
   */
  readonly native?: DialectId;
  /** Whether the upstream supports the optional parameter; otherwise the service warns. Absent: it supports none. */
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
  /**
   * Whether the service calls the tools of MCP servers that a request names, for models whose upstream does not speak
   * the dialect. Default false.
   */
  readonly servesTools?: boolean;
  /** The hosted tools that the service runs itself, for models whose upstream does not speak the dialect. Default none. */
  readonly hostedKinds?: ReadonlySet<HostedToolKind>;
  /** Reject unknown fields, for conformance tests. Default false. */
  readonly strict: boolean;
  /** Maximum number of tools in a request. Default 256. */
  readonly maxTools: number;
}

/** The data that a dialect needs for a response in addition to the generation: ids, times and the request. */
export interface EncodeContext {
  /** Id of the message or response. */
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds; read once, when the turn ends. */
  readonly now: () => number;
  readonly version?: string;
  readonly reasoningSigner: ReasoningSigner;
  /** The items passed to `decodeRequest`; a dialect may store their contents again. Absent: none. */
  readonly items?: ReadonlyMap<string, JsonObject>;
  /**
   * Number of events of this response that were sent before it started to run. Numbering continues after them, and
   * none is sent again. Only dialects that announce responses read it. Default 0.
   */
  readonly announced?: number;
  readonly policy: EncodePolicy;
}

/** Choices of the operator about the form of responses. */
export interface EncodePolicy {
  /** Which names the responses dialect's usage carries. Default `both`. */
  readonly usageNames: 'both' | 'input-output' | 'prompt-completion';
  /** Also send a model's reasoning in the responses API as raw `reasoning_text`. Default false. */
  readonly rawReasoning: boolean;
}

/**
 * Encodes one turn. For a stream, `push` every event and write what it returns; after a throw, write `fail`. For
 * JSON, request `response`. Both produce the same object: `accumulate(push...) == response(collect(...))`.
 */
export interface TurnEncoder<Response, Event> {
  /**
   * The events that start the stream before the model has responded; `push` does not repeat them. Empty after the
   * start. Absent: the dialect has no such events.
   */
  announce?(): readonly Event[];
  push(event: GenerationEvent): readonly Event[];
  /** The events that end a failed stream. Also valid before the first event, and instead of those of `generation-end`. */
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
