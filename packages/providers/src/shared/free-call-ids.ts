import type { GenerationEvent, Message } from '@org/engine';
import type { EmitEvent } from '../transport/response-decoder.js';

/** The ids of all calls that a conversation holds. */
export function callIdsOf(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') ids.add(part.callId);
  return ids;
}

/**
 * Gives a call of an answer another id when the conversation has one of its id. Some servers begin to count anew with every answer: a
 * client cannot tell such calls apart, and who sends two of one id back is refused.
 */
export class FreeCallIds {
  readonly emit: (event: GenerationEvent) => void;
  #usedIds: Set<string> | undefined;
  /** The id of the call that is being made. */
  #id = '';

  constructor(
    readonly messages: readonly Message[],
    readonly newCallId: () => string,
    next: EmitEvent,
  ) {
    this.emit = (event) => next(this.#withFreeCallId(event));
  }

  #withFreeCallId(event: GenerationEvent): GenerationEvent {
    if ((event.type !== 'part-start' && event.type !== 'part-end') || event.part.type !== 'tool-call') return event;
    const { part } = event;
    if (event.type === 'part-start') this.#id = this.#free(part.callId);
    return part.callId === this.#id ? event : { ...event, part: { ...part, callId: this.#id } };
  }

  #free(callId: string): string {
    const usedIds = (this.#usedIds ??= callIdsOf(this.messages));
    const id = callId === '' || usedIds.has(callId) ? this.newCallId() : callId;
    usedIds.add(id);
    return id;
  }
}
