import { SseParser, type SseFrame, type SseParserOptions } from './parse-sse.js';

/** Source of a stream: the body of a fetch response, or any iterable of chunks. */
export type SseSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/**
 * The frames of `source`. Leaving the loop early cancels the source, which closes the connection of a fetch. Errors
 * of the source propagate; a frame over the limit throws SseFrameTooLongError.
 */
export async function* readSse(
  source: SseSource,
  options?: SseParserOptions,
): AsyncGenerator<SseFrame, void, undefined> {
  const parser = new SseParser(options);
  for await (const chunk of chunksOf(source)) yield* parser.push(chunk);
}

/** Prefers a reader, because not every browser can iterate over a ReadableStream. */
async function* chunksOf(source: SseSource): AsyncGenerator<Uint8Array | string, void, undefined> {
  if (!('getReader' in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    // A failed cancel has nothing left to close; the caller needs the original error.
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}
