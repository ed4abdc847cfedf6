import { StreamError } from './api-error.js';

/** The values of a JSONL body, each as soon as its line is there. Leaving the loop closes the connection. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of done ? [...lines, rest] : lines) if (line.trim() !== '') yield JSON.parse(line);
      if (done) return;
    }
  } catch (cause) {
    throw new StreamError('The answer broke off.', { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
