import { type GenerationEvent, UsageMeter } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/**
 * Runs what asks a model without being a turn: the exchange works until it has ended, and what it cost is noted, however it ends. `work`
 * gives every event that it sees to `onEvent`.
 */
export async function recordWork<Result>(
  requestContext: RequestContext,
  work: (onEvent: (event: GenerationEvent) => void) => Promise<Result>,
): Promise<Result> {
  const finish = requestContext.startWork();
  const meter = new UsageMeter();
  try {
    return await work((event) => {
      meter.push(event);
      requestContext.log.recordEvent(event);
    });
  } finally {
    const { usage } = meter;
    if (usage !== undefined) requestContext.log.usage = usage;
    finish();
  }
}
