import type { SentEvent } from '@org/dialects/responses';

/**
 * Continues the log of a response: its encoder encodes the output from the start, and this drops the events that the
 * log has. Numbers go on after the last one, no item appears twice, and a text that was written in part continues.
 */
export class ResumedEvents {
  /** Index of the last item that the log has; the items before it are complete. */
  readonly #last: number;
  /** The types of the events that the log has of its last item. */
  readonly #types = new Set<string>();
  /** The text of its deltas, by type. */
  readonly #texts = new Map<string, string>();
  #dropped = 0;

  constructor(log: readonly SentEvent[]) {
    this.#last = Math.max(-1, ...log.map((event) => indexOf(event) ?? -1));
    for (const event of log) {
      if (indexOf(event) !== this.#last) continue;
      this.#types.add(event.type);
      if (isDelta(event)) this.#texts.set(event.type, (this.#texts.get(event.type) ?? '') + event.delta);
    }
  }

  /** The events of `encoded` that the log does not have, under their numbers in the log. */
  next(encoded: readonly SentEvent[]): readonly SentEvent[] {
    return encoded.flatMap((event): readonly SentEvent[] => {
      const rest = this.#rest(event);
      if (rest === undefined) this.#dropped += 1;
      return rest === undefined ? [] : [{ ...rest, sequence_number: event.sequence_number - this.#dropped }];
    });
  }

  #rest(event: SentEvent): SentEvent | undefined {
    const index = indexOf(event);
    if (index === undefined || index > this.#last) return event;
    if (index < this.#last) return undefined;
    const logged = this.#texts.get(event.type);
    if (logged !== undefined && isDelta(event)) {
      // The log has all deltas where it has the event after them.
      if (event.delta.length <= logged.length) return undefined;
      this.#texts.delete(event.type);
      return withDelta(event, event.delta.slice(logged.length));
    }
    return this.#types.has(event.type) ? undefined : event;
  }
}

function indexOf(event: SentEvent): number | undefined {
  return 'output_index' in event && typeof event.output_index === 'number' ? event.output_index : undefined;
}

function isDelta(event: SentEvent): event is SentEvent & { readonly delta: string } {
  return 'delta' in event && typeof event.delta === 'string';
}

function withDelta<Event extends SentEvent & { readonly delta: string }>(event: Event, delta: string): Event {
  return { ...event, delta };
}
