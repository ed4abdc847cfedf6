import { sseDone } from './format-sse.js';
import type { SseParserOptions } from './parse-sse.js';
import { readSse, type SseSource } from './read-sse.js';

/**
 * The events of `source` as values, of either dialect: what each frame holds as JSON, without the word that ends a stream of responses. They are
 * `unknown` until a schema has read them, such as that of `/messages/read` or `/responses/read`. Throws SyntaxError for what is no
 * JSON, and as `readSse` does.
 */
export async function* readSseJson(
  source: SseSource,
  options?: SseParserOptions,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of readSse(source, options)) {
    if (data !== sseDone) yield JSON.parse(data);
  }
}
