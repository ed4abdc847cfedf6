import type { GenerationEvent, PartDelta, PartDeltaEvent, PartEnd, PartStart } from '../../model/generation-event.js';
import type { Part } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import type { IdSource } from '../../ports/id-source.js';
import type { ServerToolForm } from '../../ports/server-tool-form.js';
import type { ResponseParts } from './response-parts.js';
import type { McpToolSet } from './mcp-tool-set.js';

/** An update of a part; `outcome` closes the part of a call that shows its outcome. */
type PartUpdate =
  | { readonly type: 'start'; readonly part: Part }
  | { readonly type: 'delta'; readonly delta: PartDelta }
  | { readonly type: 'end'; readonly part: Part }
  | { readonly type: 'outcome'; readonly call: ServerCall };

/**
 * Relays the parts of one step into the response. A server tool call of the model becomes a part of the client's
 * dialect or an approval request. Where such a part shows the outcome, it stays open until the call is made, and the
 * model's later output waits.
 */
export class StepRelay {
  readonly #mcpTools: McpToolSet;
  readonly #form: ServerToolForm;
  readonly #ids: IdSource;
  readonly #responseParts: ResponseParts;
  readonly #calls: ServerCall[] = [];
  readonly #waiting: PartUpdate[] = [];
  /** The call that is being written. */
  #open: ServerCall | 'to-be-consented' | undefined;
  #callsClient = false;
  #needsApproval = false;

  constructor(mcpTools: McpToolSet, form: ServerToolForm, ids: IdSource, responseParts: ResponseParts) {
    this.#mcpTools = mcpTools;
    this.#form = form;
    this.#ids = ids;
    this.#responseParts = responseParts;
  }

  /** What the client has to do before the model can continue. */
  get pendingClientAction(): 'to-call' | 'to-consent' | undefined {
    return this.#callsClient ? 'to-call' : this.#needsApproval ? 'to-consent' : undefined;
  }

  /** Number of outcomes to return to the model. */
  get calls(): number {
    return this.#calls.length;
  }

  push(event: PartStart | PartDeltaEvent | PartEnd): readonly GenerationEvent[] {
    switch (event.type) {
      case 'part-start':
        return this.#start(event.part);
      case 'part-delta':
        return this.#delta(event.delta);
      case 'part-end':
        return this.#end(event.part);
    }
  }

  /**
   * Called once when the model has ended the step: makes its calls with `call` in parallel and yields the remaining
   * events.
   */
  async *finish(call: (call: ServerCall) => Promise<ServerCallOutcome>): AsyncGenerator<GenerationEvent, void, void> {
    const outcomes = new Map(this.#calls.map((one) => [one, call(one)]));
    // A rejection while another outcome is awaited surfaces when its turn comes.
    for (const outcome of outcomes.values()) outcome.catch(() => undefined);
    for (const update of this.#waiting)
      yield update.type === 'outcome'
        ? this.#responseParts.close(this.#form.closed(update.call, await outcomes.get(update.call)))
        : this.#toEvent(update);
    if (this.#form.result === undefined) return;
    for (const [one, outcome] of outcomes)
      yield* this.#responseParts.emitComplete(this.#form.result(one, await outcome));
  }

  #start(part: Part): readonly GenerationEvent[] {
    const tool = part.type === 'tool-call' ? this.#mcpTools.find(part) : undefined;
    if (tool === undefined) {
      if (part.type === 'tool-call') this.#callsClient = true;
      return this.#emit({ type: 'start', part });
    }
    if (tool.shouldRetry && this.#form.approvalRequest !== undefined) {
      this.#open = 'to-be-consented';
      return [];
    }
    this.#open = { callId: this.#form.callId(this.#ids), server: tool.label, name: tool.name, argumentsText: '' };
    return this.#emit({ type: 'start', part: this.#form.opened(this.#open) });
  }

  #delta(delta: PartDelta): readonly GenerationEvent[] {
    if (this.#open === undefined) return this.#emit({ type: 'delta', delta });
    const toolDelta =
      this.#open === 'to-be-consented' || delta.type !== 'arguments'
        ? undefined
        : this.#form.argumentsDelta?.(delta.text);
    return toolDelta === undefined ? [] : this.#emit({ type: 'delta', delta: toolDelta });
  }

  #end(part: Part): readonly GenerationEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || part.type !== 'tool-call') return this.#emit({ type: 'end', part });
    const { argumentsText } = part;
    if (open === 'to-be-consented') return this.#requestApproval(part.namespace ?? '', part.name, argumentsText);
    const call = { ...open, argumentsText };
    this.#calls.push(call);
    const done = this.#form.argumentsDone?.(call);
    return [
      ...(done === undefined ? [] : this.#emit({ type: 'delta', delta: done })),
      ...this.#emit(
        this.#form.result === undefined
          ? { type: 'outcome', call }
          : { type: 'end', part: this.#form.closed(call, undefined) },
      ),
    ];
  }

  #requestApproval(server: string, name: string, argumentsText: string): readonly GenerationEvent[] {
    const part = this.#form.approvalRequest?.({ server, name, argumentsText }, this.#ids);
    if (part === undefined) return [];
    this.#needsApproval = true;
    return [...this.#emit({ type: 'start', part }), ...this.#emit({ type: 'end', part })];
  }

  #emit(update: PartUpdate): readonly GenerationEvent[] {
    if (update.type !== 'outcome' && this.#waiting.length === 0) return [this.#toEvent(update)];
    this.#waiting.push(update);
    return [];
  }

  #toEvent(update: Exclude<PartUpdate, { readonly type: 'outcome' }>): GenerationEvent {
    const { index } = this.#responseParts;
    switch (update.type) {
      case 'start':
        return { type: 'part-start', index, part: update.part };
      case 'delta':
        return { type: 'part-delta', index, delta: update.delta };
      case 'end':
        return this.#responseParts.close(update.part);
    }
  }
}
