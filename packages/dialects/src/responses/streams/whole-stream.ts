import type { Part } from '@org/engine/model/part';
import { placed, type ItemPlace, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/**
 * An item that comes whole. Two kinds still owe their readers the events of what a model wrote: the arguments of an MCP
 * call and the code of the interpreter begin empty in `output_item.added`.
 */
export class WholeStream implements ItemStream {
  readonly #place: ItemPlace;

  constructor(place: ItemPlace) {
    this.#place = place;
  }

  start(): SentEvent[] {
    return [];
  }

  delta(): SentEvent[] {
    return [];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'opaque') return [];
    const { arguments: args, code } = part.value;
    if (part.wireType === 'mcp_call' && typeof args === 'string') {
      return [
        { type: 'response.mcp_call_arguments.delta', ...placed(this.#place), delta: args },
        { type: 'response.mcp_call_arguments.done', ...placed(this.#place), arguments: args },
      ];
    }
    if (part.wireType === 'code_interpreter_call' && typeof code === 'string') {
      return [
        { type: 'response.code_interpreter_call_code.delta', ...placed(this.#place), delta: code },
        { type: 'response.code_interpreter_call_code.done', ...placed(this.#place), code },
      ];
    }
    return [];
  }
}
