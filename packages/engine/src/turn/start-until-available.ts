import { toEngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { ShouldRetry } from '../ports/run-context.js';

/**
 * The events of a response or of one of its steps, restarted as long as `shouldRetry` allows it and none of its events was
 * delivered.
 */
export async function* startUntilAvailable(
  start: () => AsyncIterable<GenerationEvent>,
  shouldRetry: ShouldRetry,
): AsyncGenerator<GenerationEvent, void, void> {
  for (let attempts = 1; ; attempts += 1) {
    let seen = false;
    try {
      for await (const event of start()) {
        seen = true;
        yield event;
      }
      return;
    } catch (thrown) {
      if (seen || !(await shouldRetry(toEngineError(thrown), attempts))) throw thrown;
    }
  }
}
