import { unexpectedContentMessage } from '../responses/unexpected-content-message.js';
import { StreamError } from '../api-error.js';
import type { FetchedBody } from './fetch.js';
import { readChunks, type ReadLimits } from './read-chunks.js';

/**
 * The values of a JSONL body, each as soon as its line arrives. Leaving the loop closes the connection. Throws
 * StreamError when the body is aborted, contains invalid JSON or is idle for too long, and the reason of the signal
 * when it is aborted.
 */
export async function* readLines(
  body: FetchedBody,
  limits: ReadLimits,
  headers: Headers,
): AsyncGenerator<unknown, void, undefined> {
  try {
    for await (const line of linesOf(readChunks(body, limits))) if (line.trim() !== '') yield JSON.parse(line);
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof StreamError) throw cause;
    throw new StreamError(
      cause instanceof SyntaxError
        ? unexpectedContentMessage('a list of results', 'application/x-jsonl', headers)
        : 'The connection closed before the response was complete.',
      { cause },
    );
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}
