import type { ToolNames } from '@org/engine';
import { ToolCallBuffer } from '../shared/tool-call-buffer.js';
import type { OpenPart, PartQueue } from './part-queue.js';

export interface CallPartOptions {
  readonly names: ToolNames;
  /** Whether more than one call is wanted. */
  readonly parallel: boolean;
  /** A new id for a call that has none of its own, or one that is taken. */
  readonly newCallId: () => string;
  /** Whether an id already stands for another call of the conversation. */
  readonly isUsed: (callId: string) => boolean;
}

interface OpenCall {
  readonly callId: string;
  readonly buffer: ToolCallBuffer;
  readonly part: OpenPart;
  /** Pieces of its input come in a form that the whole does not have, so they are not delivered. */
  readonly hasPartialInputForm: boolean;
}

/** The tool calls of one answer: pieces of their input, and the whole of it, to parts. */
export class CallParts {
  readonly #open = new Map<string, OpenCall>();
  /** Calls by the package's ids that are not delivered: made by the upstream itself, or one too many. */
  readonly #ignored = new Set<string>();
  /** What was told in the end of those that are delivered whole. */
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
   * A call begins, and comes in pieces. `hasPartialInputForm`: they are not the JSON that the whole will be. Under an id whose call is
   * whole another one begins: not every upstream tells its calls apart.
   */
  start(id: string, toolName: string, hasPartialInputForm: boolean): void {
    this.#done.delete(id);
    this.#enter(id, toolName, hasPartialInputForm);
  }

  /** Leaves out all that comes of this call. */
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
   * The whole input, as JSON text. What was delivered of it in pieces stays as it is. The id of the call as it was
   * delivered; `undefined` when it was not, or came a second time. Another one under its id is a call of its own.
   */
  complete(id: string, toolName: string, input: string): string | undefined {
    const callKey = JSON.stringify([toolName, input]);
    if (this.#done.get(id) !== callKey) this.#done.delete(id);
    this.#enter(id, toolName);
    const call = this.#open.get(id);
    if (call === undefined) return undefined;
    if (call.buffer.empty) call.buffer.append(input);
    // An input that stops in the middle may yet go on.
    if (call.buffer.complete || isEmptyInput(input)) {
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
    const callId = this.#claimId(id);
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

  #claimId(id: string): string {
    const free = id !== '' && !this.#callIds.has(id) && !this.options.isUsed(id);
    const callId = free ? id : this.options.newCallId();
    this.#callIds.add(callId);
    return callId;
  }
}

function write(part: OpenPart, text: string): void {
  if (text !== '') part.append(text);
}

/** The shapes that packages use for no input at all; they are delivered as `{}`. */
function isEmptyInput(input: string): boolean {
  const trimmed = input.trim();
  return trimmed === '' || trimmed === 'null' || trimmed === '""';
}
