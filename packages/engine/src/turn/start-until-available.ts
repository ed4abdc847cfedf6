import { toEngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { Waits } from '../ports/run-context.js';

/**
 * The events of a response or of one of its steps, restarted as long as `waits` allows it and none of its events was
 * delivered.
 */
export async function* startUntilAvailable(
  start: () => AsyncIterable<GenerationEvent>,
  waits: Waits,
): AsyncGenerator<GenerationEvent, void, void> {
  for (let tries = 1; ; tries += 1) {
    let seen = false;
    try {
      for await (const event of start()) {
        seen = true;
        yield event;
      }
      return;
    } catch (thrown) {
      if (seen || !(await waits(toEngineError(thrown), tries))) throw thrown;
    }
  }
}
