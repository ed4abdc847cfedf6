import { sseDone } from './format-sse.js';
import type { SseParserOptions } from './parse-sse.js';
import { readSse, type SseSource } from './read-sse.js';

/**
 * The events of `source` as values, of either dialect: the JSON of each frame, without the sentinel that ends a
 * stream of responses. They are `unknown` until a schema validates them, such as that of `/messages/read` or
 * `/responses/read`. Throws SyntaxError for invalid JSON, and the errors of `readSse`.
 */
export async function* readSseJson(
  source: SseSource,
  options?: SseParserOptions,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of readSse(source, options)) {
    if (data !== sseDone) yield JSON.parse(data);
  }
}
