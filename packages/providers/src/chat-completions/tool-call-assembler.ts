import { EngineError, type ToolNames, countOf, isObject, listOf, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { readCallExtra, type CallExtra } from './response-signatures.js';
import type { PartWriter } from './part-writer.js';
import { ToolCallBuffer } from '../shared/tool-call-buffer.js';

export interface ToolCallOptions {
  readonly names: ToolNames;
  /** Whether more than one call is wanted. */
  readonly parallel: boolean;
  /** A new id for a call that has none of its own, or one that is taken. */
  readonly newCallId: () => string;
  /** Whether an id already stands for another call of the conversation. */
  readonly isUsed: (callId: string) => boolean;
}

/**
 * Puts calls together from pieces and writes them one after another. The call in front is written as it arrives; one
 * behind it waits until the arguments in front are whole, because parts never interleave.
 */
export class ToolCallAssembler {
  readonly #calls: ToolCallBuffer[] = [];
  readonly #ids = new Set<string>();
  /** The ids of the calls that were delivered. */
  readonly #idOf = new Map<ToolCallBuffer, string>();
  readonly #extraOf = new Map<ToolCallBuffer, CallExtra>();
  /** The call in front: those before it are written. */
  #cursor = 0;
  #started = false;
  /** The call that got the last piece. */
  #latest: ToolCallBuffer | undefined;

  constructor(
    readonly writer: PartWriter,
    readonly options: ToolCallOptions,
  ) {}

  /** Whether a call was delivered. */
  get any(): boolean {
    return this.#ids.size > 0;
  }

  /** What the upstream wants back with the calls that were delivered, by call id. */
  get extras(): Readonly<Record<string, CallExtra>> | undefined {
    if (this.#extraOf.size === 0) return undefined;
    const extras = [...this.#extraOf].flatMap(([call, extra]) => {
      const callId = this.#idOf.get(call);
      return callId === undefined ? [] : [[callId, extra] as const];
    });
    return extras.length === 0 ? undefined : Object.fromEntries(extras);
  }

  /** Takes the `tool_calls` of one delta, or the older `function_call`. `isMessage`: it is a message, in which each is a call of its own. */
  accept(delta: ApiPayload, isMessage: boolean): void {
    const callDeltas = listOf(delta['tool_calls']);
    for (const [index, callDelta] of callDeltas.entries())
      if (isObject(callDelta)) this.#acceptCallDelta(isMessage ? { ...callDelta, index: index } : callDelta);
    if (callDeltas.length === 0 && isObject(delta['function_call']))
      this.#acceptCallDelta({ index: 0, function: delta['function_call'] });
    this.#advance();
  }

  /** Writes what is whole, to make room for another part. True when no call is left open. */
  flushCompleted(): boolean {
    const front = this.#calls[this.#cursor];
    if (front !== undefined && (front.ignored || (this.#started && front.complete))) {
      this.#end(front);
      this.#advance();
    }
    return this.#cursor === this.#calls.length;
  }

  /** Writes the rest. `mayBeTruncated`: the answer hit a limit, so the last call may lack its name. */
  finish(mayBeTruncated: boolean): void {
    for (let call = this.#calls[this.#cursor]; call !== undefined; call = this.#calls[this.#cursor]) {
      if (!call.ignored && !this.#start(call)) {
        if (!mayBeTruncated) throw new EngineError('upstream-failed', 'The upstream sent a tool call without a name.');
        this.#cursor += 1;
        continue;
      }
      this.#end(call);
    }
  }

  #acceptCallDelta(callDelta: ApiPayload): void {
    const fn = asObject(callDelta['function']) ?? callDelta;
    const id = asText(callDelta['id']);
    const name = asText(fn['name']);
    const json = argumentsIn(fn);
    const call = this.#find(countOf(callDelta['index']), id, name, json);
    call.upstreamId ??= id;
    call.name ??= name;
    // Some send a call once more when it is whole.
    if (!call.isAll(json)) call.append(json);
    const extra = callDelta['extra_content'] === undefined ? undefined : readCallExtra(callDelta['extra_content']);
    if (extra !== undefined) this.#extraOf.set(call, extra);
    this.#latest = call;
  }

  /** The call that a piece belongs to. Indices and ids are missing, repeated or constant in the wild. */
  #find(index: number | undefined, id: string | undefined, name: string | undefined, json: string): ToolCallBuffer {
    const known =
      index === undefined ? this.#findWithoutIndex(id, name) : this.#calls.findLast((call) => call.index === index);
    if (known === undefined || startsAnother(known, id, name, json)) {
      const call = new ToolCallBuffer(index, !this.options.parallel && this.#calls.length > 0);
      this.#calls.push(call);
      return call;
    }
    return known;
  }

  #findWithoutIndex(id: string | undefined, name: string | undefined): ToolCallBuffer | undefined {
    const latest = this.#latest;
    if (id !== undefined)
      return (
        this.#calls.find((call) => call.upstreamId === id) ??
        (latest?.upstreamId === undefined && name === undefined ? latest : undefined)
      );
    if (name === undefined || latest === undefined) return latest;
    // A name begins a call, unless it is the name of the call that is still being written.
    return latest.name === undefined || (latest.name === name && !latest.empty && !latest.complete)
      ? latest
      : undefined;
  }

  #advance(): void {
    for (;;) {
      const call = this.#calls[this.#cursor];
      if (call === undefined) return;
      const isLast = this.#cursor === this.#calls.length - 1;
      if (call.ignored) {
        if (isLast) return;
        this.#cursor += 1;
        continue;
      }
      if (!this.#start(call)) return;
      this.writer.arguments(call.take());
      if (isLast || !call.complete) return;
      this.#end(call);
    }
  }

  /** Opens the part of the call in front; false while its name is unknown. */
  #start(call: ToolCallBuffer): boolean {
    if (this.#started) return true;
    if (call.name === undefined) return false;
    const identity = this.options.names.fromApiName(call.name);
    const callId = this.#claimId(call.upstreamId);
    call.setIdentity(identity);
    this.#idOf.set(call, callId);
    this.writer.startCall({ type: 'tool-call', callId, ...identity, argumentsText: '' });
    this.#started = true;
    return true;
  }

  #end(call: ToolCallBuffer): void {
    if (!call.ignored) {
      this.writer.arguments(call.finish());
      this.writer.close();
    }
    this.#started = false;
    this.#cursor += 1;
  }

  #claimId(upstreamId: string | undefined): string {
    const free = upstreamId !== undefined && !this.#ids.has(upstreamId) && !this.options.isUsed(upstreamId);
    const callId = free ? upstreamId : this.options.newCallId();
    this.#ids.add(callId);
    return callId;
  }
}

/**
 * Whether a piece that points at `call` begins another one: a second id with a name, once the arguments before it are
 * whole. Some upstreams give every call index 0, and no id or an empty one; others give every piece a new id, which must not
 * split the call.
 */
function startsAnother(call: ToolCallBuffer, id: string | undefined, name: string | undefined, json: string): boolean {
  if (name === undefined || call.name === undefined) return false;
  // Nothing can follow a whole object, so what has a name and arguments again is another call.
  if (id === undefined && call.upstreamId === undefined)
    return (json.trim() !== '' && call.complete) || (call.name !== name && (call.complete || call.empty));
  if (id === undefined || call.upstreamId === undefined || call.upstreamId === id) return false;
  return call.complete || (call.empty && call.name !== name);
}

/** The arguments of a piece as JSON text; some upstreams give them as an object. */
function argumentsIn(fn: ApiPayload): string {
  const json = fn['arguments'];
  if (typeof json === 'string') return json;
  return isObject(json) ? JSON.stringify(json) : '';
}
