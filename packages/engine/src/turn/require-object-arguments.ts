import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { Part } from '../model/part.js';
import { isObjectText } from '../model/text/is-object-text.js';

/**
 * The events of an answer for a wire on which arguments are an object: one whose model wrote something else fails at its end, after
 * what it has cost. A call that was cut is no such failure; why the answer ended says so.
 */
export async function* requireObjectArguments(events: AsyncIterable<GenerationEvent>): AsyncGenerator<GenerationEvent, void, void> {
  let broken = false;
  for await (const event of events) {
    if (event.type === 'part-end') broken ||= hasBrokenArguments(event.part);
    if (event.type === 'generation-end' && broken && event.finishReason.unified === 'tool-calls') {
      yield { type: 'generation-usage', usage: event.usage };
      throw new EngineError('upstream-failed', 'The model wrote tool arguments that are not a JSON object.', { byModel: true });
    }
    yield event;
  }
}

function hasBrokenArguments(part: Part): boolean {
  return part.type === 'tool-call' && part.kind === 'function' && !isObjectText(part.argumentsText);
}
