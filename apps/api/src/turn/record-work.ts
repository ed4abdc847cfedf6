import { type GenerationEvent, UsageMeter } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/**
 * Runs a model request that is not a turn: the request context counts as working until its end, and its usage is
 * recorded, however it ends. `work` passes every event to `onEvent`.
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
