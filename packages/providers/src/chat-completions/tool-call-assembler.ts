import { EngineError, type ToolNames, countOf, isObject, listOf, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { readCallExtra, type CallExtra } from './response-signatures.js';
import type { PartWriter } from './part-writer.js';
import { ToolCallBuffer } from '../shared/tool-call-buffer.js';

export interface ToolCallOptions {
  readonly names: ToolNames;
  /** Whether parallel tool calls are allowed. */
  readonly parallel: boolean;
  /** Creates an id for a call without an id or with a duplicate one. */
  readonly newCallId: () => string;
  /** Whether an id already belongs to another call of the conversation. */
  readonly isUsed: (callId: string) => boolean;
}

/**
 * Assembles calls from deltas and writes them one after another. The first open call is written as it arrives; later
 * ones wait until its arguments are complete, because parts never interleave.
 */
export class ToolCallAssembler {
  readonly #calls: ToolCallBuffer[] = [];
  /** The latest call of each index and the first of each id: a search would take quadratic time. */
  readonly #byIndex = new Map<number, ToolCallBuffer>();
  readonly #byUpstreamId = new Map<string, ToolCallBuffer>();
  readonly #ids = new Set<string>();
  /** The ids of the calls that were delivered. */
  readonly #idOf = new Map<ToolCallBuffer, string>();
  readonly #extraOf = new Map<ToolCallBuffer, CallExtra>();
  /** The call in front: those before it are written. */
  #cursor = 0;
  #started = false;
  /** The call that received the last delta. */
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

  /** Processes the `tool_calls` of one delta, or the older `function_call`. */
  accept(delta: ApiPayload): void {
    const callDeltas = listOf(delta['tool_calls']);
    for (const callDelta of callDeltas) if (isObject(callDelta)) this.#acceptCallDelta(callDelta);
    if (callDeltas.length === 0 && isObject(delta['function_call']))
      this.#acceptCallDelta({ index: 0, function: delta['function_call'] });
    this.#advance();
  }

  /** Writes complete calls before another part starts. Returns true when no call is left open. */
  flushCompleted(): boolean {
    const front = this.#calls[this.#cursor];
    if (front !== undefined && (front.ignored || (this.#started && front.complete))) {
      this.#end(front);
      this.#advance();
    }
    return this.#cursor === this.#calls.length;
  }

  /** Writes the rest. `mayBeTruncated`: the response hit a limit, so the last call may lack its name. */
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
    if (id !== undefined && call.upstreamId === id && !this.#byUpstreamId.has(id)) this.#byUpstreamId.set(id, call);
    call.name ??= name;
    // Some upstreams repeat a call when it is complete.
    if (!call.isAll(json)) call.append(json);
    const extra = callDelta['extra_content'] === undefined ? undefined : readCallExtra(callDelta['extra_content']);
    if (extra !== undefined) this.#extraOf.set(call, extra);
    this.#latest = call;
  }

  /** Finds the call of a delta. Some upstreams omit, repeat or never change indices and ids. */
  #find(index: number | undefined, id: string | undefined, name: string | undefined, json: string): ToolCallBuffer {
    const known = index === undefined ? this.#findWithoutIndex(id, name) : this.#byIndex.get(index);
    if (known === undefined || startsAnother(known, id, name, json)) {
      const call = new ToolCallBuffer(index, !this.options.parallel && this.#calls.length > 0);
      this.#calls.push(call);
      if (index !== undefined) this.#byIndex.set(index, call);
      return call;
    }
    return known;
  }

  #findWithoutIndex(id: string | undefined, name: string | undefined): ToolCallBuffer | undefined {
    const latest = this.#latest;
    if (id !== undefined)
      return (
        this.#byUpstreamId.get(id) ?? (latest?.upstreamId === undefined && name === undefined ? latest : undefined)
      );
    if (name === undefined || latest === undefined) return latest;
    // A name starts a call, unless it is the name of the call in progress.
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
    const callId = this.#allocateId(call.upstreamId);
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

  #allocateId(upstreamId: string | undefined): string {
    const free = upstreamId !== undefined && !this.#ids.has(upstreamId) && !this.options.isUsed(upstreamId);
    const callId = free ? upstreamId : this.options.newCallId();
    this.#ids.add(callId);
    return callId;
  }
}

/**
 * Whether a delta that refers to `call` starts another call: a second id with a name once the arguments before it are
 * complete. Some upstreams give every call index 0 and no id or an empty one; others give every delta a new id, which
 * must not split the call.
 */
function startsAnother(call: ToolCallBuffer, id: string | undefined, name: string | undefined, json: string): boolean {
  if (name === undefined || call.name === undefined) return false;
  // Nothing can follow a complete object, so another name with arguments is another call.
  if (id === undefined && call.upstreamId === undefined)
    return (json.trim() !== '' && call.complete) || (call.name !== name && (call.complete || call.empty));
  if (id === undefined || call.upstreamId === undefined || call.upstreamId === id) return false;
  return call.complete || (call.empty && call.name !== name);
}

/** Returns the arguments of a delta as JSON text; some upstreams send an object. */
function argumentsIn(fn: ApiPayload): string {
  const json = fn['arguments'];
  if (typeof json === 'string') return json;
  return isObject(json) ? JSON.stringify(json) : '';
}
