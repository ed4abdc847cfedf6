import type { Part, PartDelta } from '@org/engine';
import { located, type ItemLocation, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/** A call of a function or a custom tool: what the model writes for it grows. */
export class CallStream implements ItemStream {
  readonly #position: ItemLocation;
  readonly #kind: 'function' | 'custom';

  constructor(position: ItemLocation, kind: 'function' | 'custom') {
    this.#position = position;
    this.#kind = kind;
  }

  start(): SentEvent[] {
    return [];
  }

  delta({ text }: PartDelta): SentEvent[] {
    return this.#kind === 'function'
      ? [{ type: 'response.function_call_arguments.delta', ...located(this.#position), delta: text }]
      : [{ type: 'response.custom_tool_call_input.delta', ...located(this.#position), delta: text }];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'tool-call') return [];
    return this.#kind === 'function'
      ? [{ type: 'response.function_call_arguments.done', ...located(this.#position), arguments: part.argumentsText }]
      : [{ type: 'response.custom_tool_call_input.done', ...located(this.#position), input: part.argumentsText }];
  }
}
