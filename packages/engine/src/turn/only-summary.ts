import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { Generator } from '../ports/generator.js';
import type { RunContext } from '../ports/run-context.js';
import { compactContext } from './compact-context.js';
import type { OnlySummary } from './turn-request.js';

/** Answers with a summary of what `request` shows of `said`, and with nothing else. Throws what the generator throws. */
export async function* onlySummarise(
  { instruction, part, extensions }: OnlySummary,
  said: readonly Message[],
  request: GenerationRequest,
  generator: Generator,
  context: RunContext,
): AsyncGenerator<GenerationEvent, void, void> {
  const { text, usage } = await compactContext(request, generator, context, { instruction });
  const summary = part(text, said);
  yield { type: 'generation-start', model: request.model, usage: { ...usage, outputTokens: 0 }, warnings: [] };
  yield { type: 'part-start', index: 0, part: summary };
  yield { type: 'part-end', index: 0, part: summary };
  yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage, extensions };
}
