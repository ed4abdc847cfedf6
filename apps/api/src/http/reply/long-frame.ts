import { runYielding, toUtf8Chunks } from '@org/engine';
import { formatSseFrame } from '@org/protocol/sse';

const frameEnd = '\n\n';

/** The SSE frame of an event whose JSON text arrives in chunks; yields to the event loop between them. */
export function longFrame(json: Iterable<string>, type: string): Promise<readonly Buffer[]> {
  return runYielding(toUtf8Chunks(framed(json, type)));
}

function* framed(json: Iterable<string>, type: string): Generator<string, void, void> {
  yield formatSseFrame('', type).slice(0, -frameEnd.length);
  yield* json;
  yield frameEnd;
}
