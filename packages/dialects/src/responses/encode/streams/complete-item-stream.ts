import type { Part, PartDelta } from '@org/engine';
import { progressEvent, WrittenText } from '../server-tool-progress.js';
import type { SentEvent } from '../sent-event.js';
import { eventPosition, type ItemPosition, type ItemStream } from './item-stream.js';

/**
 * Streams an item that arrives complete, and passes through the upstream's progress events. Two kinds require events
 * for what a model wrote, reported or not: the arguments of an MCP call and the code of the interpreter start empty
 * in `output_item.added`.
 */
export class CompleteItemStream implements ItemStream {
  readonly #position: ItemPosition;
  readonly #written = new WrittenText();

  constructor(position: ItemPosition) {
    this.#position = position;
  }

  start(): SentEvent[] {
    return [];
  }

  delta(delta: PartDelta): SentEvent[] {
    if (delta.type !== 'opaque') return [];
    this.#written.push(delta.value);
    return [progressEvent(delta.value, this.#position)];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'opaque' || this.#written.complete) return [];
    const { arguments: args, code } = part.value;
    if (part.apiType === 'mcp_call' && typeof args === 'string') {
      return [
        ...this.#rest(args).map((delta) => ({
          type: 'response.mcp_call_arguments.delta' as const,
          ...eventPosition(this.#position),
          delta,
        })),
        { type: 'response.mcp_call_arguments.done', ...eventPosition(this.#position), arguments: args },
      ];
    }
    if (part.apiType === 'code_interpreter_call' && typeof code === 'string') {
      return [
        ...this.#rest(code).map((delta) => ({
          type: 'response.code_interpreter_call_code.delta' as const,
          ...eventPosition(this.#position),
          delta,
        })),
        { type: 'response.code_interpreter_call_code.done', ...eventPosition(this.#position), code },
      ];
    }
    return [];
  }

  truncate(part: Part): Part {
    return part.type === 'opaque' ? this.#written.putInto(part) : part;
  }

  /** The delta that is still missing, if any. */
  #rest(text: string): string[] {
    const { text: writtenText } = this.#written;
    return writtenText !== '' && writtenText === text ? [] : [text.slice(writtenText.length)];
  }
}
