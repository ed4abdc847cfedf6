import type { GenerationEvent } from '../../model/generation-event.js';
import { ResultCollector } from '../../model/generation-result.js';
import type { Message } from '../../model/message.js';
import { emptyUsage } from '../../model/usage.js';
import { generateSummary, compactionOf } from './compact-context.js';
import type { Step } from '../step.js';
import type { OnlySummary } from '../turn-request.js';

/**
 * Responds with only a summary of the part of `allMessages` that `step` shows. The response starts when the model
 * starts; the text is sent complete, and until then only its usage. Throws the errors of the language model.
 */
export async function* onlySummarize(
  { instruction, part, extensions }: OnlySummary,
  step: Step,
  allMessages: readonly Message[],
): AsyncGenerator<GenerationEvent, void, void> {
  const collector = new ResultCollector();
  let started = false;
  for await (const event of generateSummary(step, instruction)) {
    collector.push(event);
    if (event.type === 'generation-start') {
      started = true;
      yield event;
    } else if ((event.type === 'part-delta' || event.type === 'generation-usage') && collector.usage !== undefined)
      yield { type: 'generation-usage', usage: collector.usage };
  }
  const { text, usage } = compactionOf(step.request, collector);
  const summary = part(text, allMessages);
  if (!started) yield { type: 'generation-start', model: step.request.model, usage: emptyUsage, warnings: [] };
  yield { type: 'part-start', index: 0, part: summary };
  yield { type: 'part-end', index: 0, part: summary };
  yield {
    type: 'generation-end',
    finishReason: { unified: 'stop' },
    usage,
    ...(extensions !== undefined && { extensions }),
  };
}
