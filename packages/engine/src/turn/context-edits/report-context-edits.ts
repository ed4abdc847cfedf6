import type { Extensions } from '../../model/extensions.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import { addUsage, emptyUsage } from '../../model/usage.js';
import type { EditedContext } from './edit-context.js';

/**
 * The events of a response to an edited context: the start event reports the edits, a summary is the first part, and
 * the usage includes that of the summary.
 */
export async function* reportContextEdits(
  events: AsyncIterable<GenerationEvent>,
  { applied, summary }: Omit<EditedContext, 'messages'>,
): AsyncGenerator<GenerationEvent, void, void> {
  const shift = summary === undefined ? 0 : 1;
  for await (const event of events) {
    switch (event.type) {
      case 'generation-start':
        yield {
          ...event,
          ...(summary !== undefined && { usage: addUsage(event.usage, summary.usage) }),
          edits: applied,
        };
        if (summary === undefined) break;
        yield { type: 'part-start', index: 0, part: summary.part };
        yield { type: 'part-end', index: 0, part: summary.part };
        break;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        yield shift === 0 ? event : { ...event, index: event.index + shift };
        break;
      case 'generation-usage':
      case 'generation-end':
        yield summary === undefined ? event : { ...event, usage: addUsage(event.usage, summary.usage) };
        break;
    }
  }
}

/** The events of a response without a model request: it contains only the result of the context edits. */
export async function* emptyResponseEvents(
  model: string,
  extensions: Extensions,
): AsyncGenerator<GenerationEvent, void, void> {
  yield { type: 'generation-start', model, usage: emptyUsage, warnings: [] };
  yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage, extensions };
}
