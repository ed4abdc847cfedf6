import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import { ResultCollector } from '../model/generation-result.js';
import type { OpaquePart } from '../model/part.js';
import { emptyUsage } from '../model/usage.js';
import type { Generator } from '../ports/generator.js';
import type { RunContext } from '../ports/run-context.js';
import { askForSummary, compactionOf } from './compact-context.js';

/**
 * An answer that is nothing but `as`, with a summary of what `request` shows for its text: for a client that asks for its context made
 * small and for no answer. It begins when the model begins; what the model says is told as a whole.
 */
export async function* answerWithSummary(request: GenerationRequest, as: OpaquePart, generator: Generator, context: RunContext): AsyncGenerator<GenerationEvent, void, void> {
  const collector = new ResultCollector();
  let begun = false;
  for await (const event of askForSummary(request, generator, context)) {
    collector.push(event);
    if (event.type !== 'generation-start' && event.type !== 'generation-usage') continue;
    begun = true;
    yield event;
  }
  const { text, usage } = compactionOf(request, collector);
  const part: OpaquePart = { ...as, text };
  if (!begun) yield { type: 'generation-start', model: request.model, usage: emptyUsage, warnings: [] };
  yield { type: 'part-start', index: 0, part };
  yield { type: 'part-end', index: 0, part };
  yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage };
}
