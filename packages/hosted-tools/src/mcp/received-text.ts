// The library parses what a server sends, and rounds 64-bit numbers in it. Where a response has such numbers, the parts
// that the service passes on are read again from its text.
import { AsyncLocalStorage } from 'node:async_hooks';
import { isObject, type JsonObject, listOf, mayLoseDigits, objectOf, parseExactly } from '@org/engine';

const current = new AsyncLocalStorage<Buffer[]>();

/** Runs a request, and corrects its result with `correct`, which receives the result as it was written. */
export async function withReceivedText(
  operation: () => Promise<unknown>,
  correct: (result: unknown, exact: JsonObject) => unknown,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  const result = await current.run(chunks, operation);
  const text = Buffer.concat(chunks).toString('utf8');
  return mayLoseDigits(text) ? correct(result, exactResult(text)) : result;
}

/** Records a chunk of the response to the current request. */
export function recordReceived(chunk: Buffer): void {
  current.getStore()?.push(chunk);
}

/** The tools of a page with their schemas and annotations as they were written. */
export function withExactTools(page: unknown, exact: JsonObject): unknown {
  const tools = listOf(exact['tools']);
  if (!isObject(page) || !Array.isArray(page['tools']) || page['tools'].length !== tools.length) return page;
  return { ...page, tools };
}

/** A result of a tool with its structured content as it was written. */
export function withExactContent(result: unknown, exact: JsonObject): unknown {
  const { structuredContent } = exact;
  return isObject(result) && structuredContent !== undefined ? { ...result, structuredContent } : result;
}

/** The last result in a response: a JSON document or a stream of events, each with one message. */
function exactResult(text: string): JsonObject {
  const documents = /^\s*[[{]/.test(text) ? [text] : text.split(/\r\n?|\n/).flatMap(dataOf);
  const messages = documents.flatMap((document) => listOf(parsed(document)));
  return objectOf(messages.map((message) => objectOf(message)['result']).findLast(isObject));
}

function dataOf(line: string): readonly string[] {
  return line.startsWith('data:') ? [line.slice('data:'.length)] : [];
}

function parsed(document: string): unknown {
  try {
    return parseExactly(document);
  } catch {
    // An event may span several lines; then the numbers stay as the library read them.
    return undefined;
  }
}
