import type { GenerationEvent, PartDelta, PartDeltaEvent, PartEnd, PartStart } from '../../model/generation-event.js';
import type { Part } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerToolSource } from '../../model/server-tool.js';
import type { IdSource } from '../../ports/id-source.js';
import type { CallProgress, ServerToolForm, ServerToolForms } from '../../ports/server-tool-form.js';
import type { ResponseParts } from './response-parts.js';
import type { OfferedTool, ServerToolSet } from './server-tool-set.js';
import type { KnownOutcomes } from './step-store.js';

/** An update of a part; `outcome` closes the part of a call that shows its outcome. */
type PartUpdate =
  | { readonly type: 'start'; readonly part: Part }
  | { readonly type: 'delta'; readonly delta: PartDelta }
  | { readonly type: 'end'; readonly part: Part }
  | { readonly type: 'outcome'; readonly call: ServerCall };

/** A call that the model is writing. */
interface OpenCall {
  readonly type: 'call';
  readonly call: ServerCall;
  readonly tool: OfferedTool;
  readonly form: ServerToolForm;
  readonly read: ((text: string) => readonly CallProgress[]) | undefined;
}

interface ToBeApproved extends Pick<ServerCall, 'source' | 'name'> {
  readonly type: 'to-be-approved';
}

/** The tools that a relay looks up, and how calls of them are shown. */
export interface RelayTools {
  readonly toolSet: ServerToolSet;
  readonly forms: ServerToolForms;
  readonly ids: IdSource;
}

/** How calls of tools of `source` are shown. */
export function formOf({ mcp, hosted }: ServerToolForms, source: ServerToolSource): ServerToolForm {
  return source.type === 'mcp' ? mcp : hosted[source.kind];
}

/**
 * Relays the parts of one step into the response. A server tool call of the model becomes a part of the client's
 * dialect or an approval request. Where such a part shows the outcome, it stays open until the call is made, and the
 * model's later output waits.
 */
export class StepRelay {
  readonly #toolSet: ServerToolSet;
  readonly #forms: ServerToolForms;
  readonly #ids: IdSource;
  readonly #responseParts: ResponseParts;
  /** The calls with the tools that the model called: another tool of the request may have the same source and name. */
  readonly #calls = new Map<ServerCall, OfferedTool>();
  readonly #waiting: PartUpdate[] = [];
  /** How many of the waiting updates are in the response. */
  #relayed = 0;
  /** The call that is being written. */
  #open: OpenCall | ToBeApproved | undefined;
  #callsClient = false;
  #needsApproval = false;

  constructor({ toolSet, forms, ids }: RelayTools, responseParts: ResponseParts) {
    this.#toolSet = toolSet;
    this.#forms = forms;
    this.#ids = ids;
    this.#responseParts = responseParts;
  }

  /** What the client has to do before the model can continue. */
  get pendingClientAction(): 'to-call' | 'to-consent' | undefined {
    return this.#callsClient ? 'to-call' : this.#needsApproval ? 'to-consent' : undefined;
  }

  /** Number of outcomes to return to the model. */
  get calls(): number {
    return this.#calls.size;
  }

  /** The parts that follow the closed ones of the response: what waits for the outcomes of calls, and these calls. */
  remaining(outcomes: KnownOutcomes): readonly Part[] {
    return this.#waiting.slice(this.#relayed).flatMap((update): readonly Part[] => {
      if (update.type === 'end') return [update.part];
      if (update.type !== 'outcome') return [];
      return [this.#closed(update.call, outcomes.get(update.call))];
    });
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
  async *finish(
    call: (call: ServerCall, tool: OfferedTool) => Promise<ServerCallOutcome>,
  ): AsyncGenerator<GenerationEvent, void, void> {
    const outcomes = new Map([...this.#calls].map(([one, tool]) => [one, call(one, tool)]));
    // A rejection while another outcome is awaited surfaces when its turn comes.
    for (const outcome of outcomes.values()) outcome.catch(() => undefined);
    for (const update of this.#waiting) {
      if (update.type !== 'outcome') {
        const event = this.#toEvent(update);
        this.#relayed += 1;
        yield event;
        continue;
      }
      const outcome = await outcomes.get(update.call);
      const form = formOf(this.#forms, update.call.source);
      if (outcome !== undefined)
        for (const delta of form.progress?.({ type: 'ended', call: update.call, outcome }) ?? [])
          yield this.#toEvent({ type: 'delta', delta });
      const closed = this.#responseParts.close(this.#closed(update.call, outcome));
      this.#relayed += 1;
      yield closed;
    }
    for (const [one, outcome] of outcomes) {
      const { result } = formOf(this.#forms, one.source);
      if (result !== undefined) yield* this.#responseParts.emitComplete(result(one, await outcome));
    }
  }

  /** The complete part of a call whose step has ended. */
  #closed(call: ServerCall, outcome: ServerCallOutcome | undefined): Part {
    const endsStep = this.pendingClientAction === undefined && call === [...this.#calls.keys()].at(-1);
    return formOf(this.#forms, call.source).closed({ ...call, ...(endsStep && { endsStep }) }, outcome);
  }

  #start(part: Part): readonly GenerationEvent[] {
    const tool = part.type === 'tool-call' ? this.#toolSet.find(part) : undefined;
    if (tool === undefined) {
      if (part.type === 'tool-call') this.#callsClient = true;
      return this.#emit({ type: 'start', part });
    }
    const { source, name } = tool;
    const form = formOf(this.#forms, source);
    if (tool.needsApproval && form.approvalRequest !== undefined) {
      this.#open = { type: 'to-be-approved', source, name };
      return [];
    }
    const call = { callId: form.callId(this.#ids), source, name, argumentsText: '' };
    this.#open = { type: 'call', call, tool, form, read: form.argumentsReader?.() };
    return [
      ...this.#emit({ type: 'start', part: form.opened(call) }),
      ...this.#progress(form.progress?.({ type: 'opened', call })),
    ];
  }

  #delta(delta: PartDelta): readonly GenerationEvent[] {
    const open = this.#open;
    if (open === undefined) return this.#emit({ type: 'delta', delta });
    return open.type === 'call' && delta.type === 'arguments' ? this.#progress(open.read?.(delta.text)) : [];
  }

  #end(part: Part): readonly GenerationEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || part.type !== 'tool-call') return this.#emit({ type: 'end', part });
    const { argumentsText } = part;
    if (open.type === 'to-be-approved') return this.#requestApproval({ ...open, argumentsText });
    const { form, tool } = open;
    const call = { ...open.call, argumentsText };
    this.#calls.set(call, tool);
    return [
      ...this.#progress(form.progress?.({ type: 'running', call })),
      ...this.#emit(
        form.result === undefined ? { type: 'outcome', call } : { type: 'end', part: form.closed(call, undefined) },
      ),
    ];
  }

  #requestApproval({
    source,
    name,
    argumentsText,
  }: ToBeApproved & { readonly argumentsText: string }): readonly GenerationEvent[] {
    const part = formOf(this.#forms, source).approvalRequest?.({ source, name, argumentsText }, this.#ids);
    if (part === undefined) return [];
    this.#needsApproval = true;
    return [...this.#emit({ type: 'start', part }), ...this.#emit({ type: 'end', part })];
  }

  #progress(deltas: readonly CallProgress[] = []): readonly GenerationEvent[] {
    return deltas.flatMap((delta) => this.#emit({ type: 'delta', delta }));
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
