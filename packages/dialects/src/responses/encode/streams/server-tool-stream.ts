import type { Part, PartDelta } from '@org/engine';
import { progressEvent } from '../server-tool-progress.js';
import type { SentEvent } from '../sent-event.js';
import type { ItemPosition, ItemStream } from './item-stream.js';
import { CompleteItemStream } from './complete-item-stream.js';

/**
 * Streams an item of a tool that this service called: its progress events come between the events common to such
 * items.
 */
export class ServerToolStream implements ItemStream {
  readonly #position: ItemPosition;
  readonly #stream: CompleteItemStream;

  constructor(position: ItemPosition) {
    this.#position = position;
    this.#stream = new CompleteItemStream(position);
  }

  start(part: Part): SentEvent[] {
    return this.#advanceTo(part, 'in_progress');
  }

  delta(delta: PartDelta): SentEvent[] {
    return this.#stream.delta(delta);
  }

  end(part: Part): SentEvent[] {
    return [...this.#stream.end(part), ...this.#advanceTo(part, endOf(part))];
  }

  truncate(part: Part): Part {
    return this.#stream.truncate(part);
  }

  /** An approval request has no stages, and a truncated item reaches none. */
  #advanceTo(part: Part, stage: string | undefined): SentEvent[] {
    if (stage === undefined || part.type !== 'opaque' || !hasStages.has(part.apiType)) return [];
    return [progressEvent({ type: `response.${part.apiType}.${stage}` }, this.#position)];
  }
}

const hasStages: ReadonlySet<string> = new Set(['mcp_call', 'mcp_list_tools']);

function endOf(part: Part): 'completed' | 'failed' | undefined {
  if (part.type !== 'opaque') return undefined;
  switch (part.value['status']) {
    case undefined:
    case 'completed':
      return 'completed';
    case 'failed':
      return 'failed';
    default:
      return undefined;
  }
}
