import type { Part, PartDelta } from '@org/engine';
import { eventPosition, type ItemPosition, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/** A call of a function or a custom tool: what the model writes for it grows. */
export class CallStream implements ItemStream {
  readonly #position: ItemPosition;
  readonly #kind: 'function' | 'custom';

  constructor(position: ItemPosition, kind: 'function' | 'custom') {
    this.#position = position;
    this.#kind = kind;
  }

  start(): SentEvent[] {
    return [];
  }

  delta({ text }: PartDelta): SentEvent[] {
    return this.#kind === 'function'
      ? [{ type: 'response.function_call_arguments.delta', ...eventPosition(this.#position), delta: text }]
      : [{ type: 'response.custom_tool_call_input.delta', ...eventPosition(this.#position), delta: text }];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'tool-call') return [];
    return this.#kind === 'function'
      ? [
          {
            type: 'response.function_call_arguments.done',
            ...eventPosition(this.#position),
            arguments: part.argumentsText,
          },
        ]
      : [{ type: 'response.custom_tool_call_input.done', ...eventPosition(this.#position), input: part.argumentsText }];
  }
}
