import { isLongJson, jsonChunks } from '@org/engine';
import { type FrameSegment, longFrame } from './long-frame.js';
import type { Frames } from './stream-reply.js';

interface Typed {
  readonly type: string;
}

interface EventFormat<Event> {
  formatEvent(event: Event): string;
}

/**
 * The frames of events, followed by `end`. Each long one is built with yields to the event loop, after those before
 * it were sent.
 */
export function formatEvents<Event extends Typed>(
  events: readonly Event[],
  dialect: EventFormat<Event>,
  end = '',
): Frames {
  if (events.some(isLongJson)) return eachFormatted(events, dialect, end);
  let frames = '';
  for (const event of events) frames += dialect.formatEvent(event);
  return frames + end;
}

async function* eachFormatted<Event extends Typed>(
  events: readonly Event[],
  dialect: EventFormat<Event>,
  end: string,
): AsyncGenerator<string | FrameSegment, void, void> {
  for (const event of events) {
    if (isLongJson(event)) yield* longFrame(jsonChunks(event), event.type);
    else yield dialect.formatEvent(event);
  }
  yield end;
}
