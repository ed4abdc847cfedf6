import { YieldTimer } from '@org/engine';
import { formatSseFrame } from '@org/protocol/sse';

const frameEnd = '\n\n';
/** Characters of a frame that are converted and sent at once. */
const segmentCharacters = 262_144;

/** A part of a long SSE frame. Nothing else may be sent before the part that ends the frame. */
export interface FrameSegment {
  readonly bytes: Buffer;
  readonly endsFrame: boolean;
}

/**
 * The SSE frame of an event whose JSON text arrives in chunks. It is converted at the speed at which the client reads,
 * so that it never exists as one copy; yields to the event loop.
 */
export async function* longFrame(json: Iterable<string>, type: string): AsyncGenerator<FrameSegment, void, void> {
  const yieldTimer = new YieldTimer();
  let text = formatSseFrame('', type).slice(0, -frameEnd.length);
  for (const chunk of json) {
    text += chunk;
    if (text.length >= segmentCharacters) {
      yield { bytes: Buffer.from(text), endsFrame: false };
      text = '';
    }
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  yield { bytes: Buffer.from(text + frameEnd), endsFrame: true };
}
