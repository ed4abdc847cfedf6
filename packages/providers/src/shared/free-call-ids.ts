import type { GenerationEvent, Message } from '@org/engine';
import type { EmitEvent } from '../transport/response-decoder.js';

/** Returns the ids of all calls in a conversation. */
export function callIdsOf(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') ids.add(part.callId);
  return ids;
}

/**
 * Replaces the id of a call that the conversation already contains. Some servers restart their ids with every
 * response: a client cannot distinguish such calls, and a request with two of one id is rejected.
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
