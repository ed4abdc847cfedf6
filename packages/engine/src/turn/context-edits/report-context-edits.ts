import type { Extensions } from '../../model/extensions.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import { addUsage, emptyUsage } from '../../model/usage.js';
import type { EditedContext } from './edit-context.js';

/**
 * The events of an answer to an edited context: its start says what was done, a summary is the first part, and what the
 * summary cost is part of the usage.
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

/** The events of an answer that nobody is asked for: what was made of its context is all of it. */
export async function* emptyResponseEvents(
  model: string,
  extensions: Extensions,
): AsyncGenerator<GenerationEvent, void, void> {
  yield { type: 'generation-start', model, usage: emptyUsage, warnings: [] };
  yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage, extensions };
}
