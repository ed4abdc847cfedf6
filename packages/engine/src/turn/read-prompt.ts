import type { DialectId } from '../model/extensions.js';
import type { GenerationEvent } from '../model/generation-event.js';
import { emptyUsage } from '../model/usage.js';
import type { Step } from './step.js';

/**
 * Lets the model read the prompt of `request` into its cache without output: the response has no parts and ends
 * normally. An upstream of the client's own dialect receives the request unchanged, because the request already asks
 * for this.
 */
export async function* readPrompt(
  { request, languageModel, context }: Step,
  dialect: DialectId,
): AsyncGenerator<GenerationEvent, void, void> {
  if (request.messages.length === 0) {
    yield { type: 'generation-start', model: request.model, usage: emptyUsage, warnings: [] };
    yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage };
    return;
  }
  const asked = languageModel.native?.dialect === dialect ? request : { ...request, limits: { maxOutputTokens: 0 } };
  for await (const event of languageModel.generate(asked, context)) {
    switch (event.type) {
      case 'generation-end':
        yield { ...event, finishReason: { unified: 'stop' } };
        break;
      case 'generation-start':
      case 'generation-usage':
        yield event;
        break;
      // From an upstream that does not know what it was asked for.
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        break;
    }
  }
}
