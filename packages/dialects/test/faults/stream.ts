// An encoded stream as bytes would carry it, so that faults of framing can be seeded like faults of events.
import { formatSseEvent, SseParser, sseDone } from '@org/protocol/sse';

/** One event as sent: its name line and its data. */
export interface Frame {
  name: string | undefined;
  data: unknown;
}

export type Json = Record<string, unknown>;

export function framesOf(events: readonly { type: string }[]): Frame[] {
  return events.map((event) => ({ name: event.type, data: structuredClone(event) }));
}

export function bytesOf(frames: readonly Frame[]): string {
  return frames
    .map(({ name, data }) =>
      name === undefined ? `data: ${textOf(data)}\n\n` : `event: ${name}\ndata: ${textOf(data)}\n\n`,
    )
    .join('');
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

export interface Read {
  readonly events: Json[];
  /** What is wrong with the framing itself. */
  readonly faults: string[];
}

/**
 * Parses the bytes and checks what applies to both dialects: each frame has its event's name, each data is one
 * object.
 */
export function readFrames(bytes: string, allowDone: boolean): Read {
  const events: Json[] = [];
  const faults: string[] = [];
  for (const frame of new SseParser().push(bytes)) {
    if (allowDone && frame.data === sseDone) continue;
    try {
      const event = JSON.parse(frame.data) as Json;
      if (frame.event !== event['type'])
        faults.push(`frame named ${String(frame.event)} carries ${String(event['type'])}`);
      events.push(event);
    } catch {
      faults.push('data is not JSON');
    }
  }
  return { events, faults };
}

/** The first event of a type. */
export function find(frames: readonly Frame[], type: string): Json {
  const frame = frames.find((candidate) => (candidate.data as Json)['type'] === type);
  if (frame === undefined) throw new Error(`the sample has no ${type}`);
  return frame.data as Json;
}

export function without(frames: readonly Frame[], type: string): Frame[] {
  return frames.filter((frame) => (frame.data as Json)['type'] !== type);
}

export function indexOf(frames: readonly Frame[], type: string): number {
  return frames.findIndex((frame) => (frame.data as Json)['type'] === type);
}

export function object(value: unknown): Json {
  return value as Json;
}

export { formatSseEvent };
