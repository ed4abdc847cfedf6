import type { ToolNames } from '@org/engine';
import { isEmptyArguments } from '../shared/empty-arguments.js';
import { ToolCallBuffer } from '../shared/tool-call-buffer.js';
import type { OpenPart, PartQueue } from './part-queue.js';

export interface CallPartOptions {
  readonly names: ToolNames;
  /** Whether parallel tool calls are allowed. */
  readonly parallel: boolean;
  /** Creates an id for a call without an id or with a duplicate one. */
  readonly newCallId: () => string;
  /** Whether an id already belongs to another call of the conversation. */
  readonly isUsed: (callId: string) => boolean;
}

interface OpenCall {
  readonly callId: string;
  readonly buffer: ToolCallBuffer;
  readonly part: OpenPart;
  /** The input deltas have another form than the complete input, so they are not delivered. */
  readonly hasPartialInputForm: boolean;
}

/** Converts the tool calls of a response from input deltas and complete inputs to parts. */
export class CallParts {
  readonly #open = new Map<string, OpenCall>();
  /** Calls by package id that are not delivered: run by the upstream, or beyond the limit of one. */
  readonly #ignored = new Set<string>();
  /** Final inputs of the calls that were delivered completely. */
  readonly #done = new Map<string, string>();
  readonly #callIds = new Set<string>();

  constructor(
    readonly queue: PartQueue,
    readonly options: CallPartOptions,
  ) {}

  /** Whether a call was delivered. */
  get any(): boolean {
    return this.#callIds.size > 0;
  }

  /**
   * Starts a call whose input arrives in deltas. `hasPartialInputForm`: the deltas are not the JSON of the complete
   * input. An id whose call is already complete starts another call, because some upstreams reuse ids.
   */
  start(id: string, toolName: string, hasPartialInputForm: boolean): void {
    this.#done.delete(id);
    this.#enter(id, toolName, hasPartialInputForm);
  }

  /** Ignores all further events of this call. */
  ignore(id: string): void {
    this.#ignored.add(id);
  }

  append(id: string, delta: string): void {
    const call = this.#open.get(id);
    if (call === undefined || call.hasPartialInputForm || delta === '') return;
    call.buffer.append(delta);
    write(call.part, call.buffer.take());
  }

  /**
   * Adds the complete input as JSON text; deltas that were delivered remain unchanged. Returns the delivered call id;
   * `undefined` when the call is ignored or a repetition. Another input under its id is a separate call.
   */
  complete(id: string, toolName: string, input: string): string | undefined {
    const callKey = JSON.stringify([toolName, input]);
    if (this.#done.get(id) !== callKey) this.#done.delete(id);
    this.#enter(id, toolName);
    const call = this.#open.get(id);
    if (call === undefined) return undefined;
    if (call.buffer.empty) call.buffer.append(input);
    // An input that stops midway may still continue.
    if (call.buffer.complete || isEmptyArguments(input)) {
      this.#finish(id, call);
      this.#done.set(id, callKey);
    }
    return call.callId;
  }

  /** Ends what is open. */
  finish(): void {
    for (const [id, call] of this.#open) this.#finish(id, call);
  }

  #enter(id: string, toolName: string, hasPartialInputForm = false): void {
    if (this.#open.has(id) || this.#ignored.has(id) || this.#done.has(id)) return;
    if (!this.options.parallel && this.any) {
      this.ignore(id);
      return;
    }
    const identity = this.options.names.fromApiName(toolName);
    const callId = this.#allocateId(id);
    const buffer = new ToolCallBuffer(undefined, false);
    buffer.setIdentity(identity);
    this.#open.set(id, {
      callId,
      buffer,
      hasPartialInputForm,
      part: this.queue.open({ type: 'tool-call', callId, ...identity, argumentsText: '' }),
    });
  }

  #finish(id: string, { buffer, part }: OpenCall): void {
    write(part, buffer.finish());
    part.close();
    this.#open.delete(id);
  }

  #allocateId(id: string): string {
    const free = id !== '' && !this.#callIds.has(id) && !this.options.isUsed(id);
    const callId = free ? id : this.options.newCallId();
    this.#callIds.add(callId);
    return callId;
  }
}

function write(part: OpenPart, text: string): void {
  if (text !== '') part.append(text);
}
