import type { Part, PartDelta } from '@org/engine';
import { placed, type ItemPlace, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/** A call of a function or a custom tool: what the model writes for it grows. */
export class CallStream implements ItemStream {
  readonly #place: ItemPlace;
  readonly #kind: 'function' | 'custom';

  constructor(place: ItemPlace, kind: 'function' | 'custom') {
    this.#place = place;
    this.#kind = kind;
  }

  start(): SentEvent[] {
    return [];
  }

  delta({ text }: PartDelta): SentEvent[] {
    return this.#kind === 'function'
      ? [{ type: 'response.function_call_arguments.delta', ...placed(this.#place), delta: text }]
      : [{ type: 'response.custom_tool_call_input.delta', ...placed(this.#place), delta: text }];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'tool-call') return [];
    return this.#kind === 'function'
      ? [{ type: 'response.function_call_arguments.done', ...placed(this.#place), arguments: part.argumentsText }]
      : [{ type: 'response.custom_tool_call_input.done', ...placed(this.#place), input: part.argumentsText }];
  }
}
