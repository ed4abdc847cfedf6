import { type JsonObject, parseExactly, type Message, type ReasoningSigner } from '@org/engine';
import type { Response, ResponseOutputItem } from '@org/protocol/responses';
import { writeServiceSignature } from '../../shared/signature-text.js';
import { jsonOf, verbatim } from '../../shared/json-of.js';
import { includeResult } from '../hosted-tools/include-result.js';
import { publicItem } from '../hosted-tools/stored-result.js';
import { encryptedReasoning } from '../include.js';

/**
 * A stored response with what `include` requests and its creation did not. What was not stored cannot be included.
 * `output`: the same output in neutral terms, which name the upstream that accepts its reasoning as plain text.
 */
export function includeStored(
  response: Response,
  include: readonly string[],
  reasoningSigner: ReasoningSigner,
  output: readonly Message[] = [],
): Response {
  const withResults = { ...response, output: response.output.map((item) => withResult(item, include, output)) };
  if (!include.includes(encryptedReasoning)) return withResults;
  const reasoningParts = output.flatMap(({ parts }) => parts.filter((part) => part.type === 'reasoning'));
  const items = withResults.output.filter(({ type }) => type === 'reasoning');
  const author = (item: ResponseOutputItem): string | undefined =>
    reasoningParts.length === items.length ? reasoningParts[items.indexOf(item)]?.author : undefined;
  return {
    ...response,
    output: withResults.output.map((item) => withEncryptedContent(item, reasoningSigner, author(item))),
  };
}

/** The item with what `include` requests of the result of its call. */
function withResult(
  item: ResponseOutputItem,
  include: readonly string[],
  output: readonly Message[],
): ResponseOutputItem {
  const id = item['id'];
  for (const part of output.flatMap(({ parts }) => parts)) {
    if (part.type !== 'opaque' || part.serverTool?.type !== 'call' || part.serverTool.call.callId !== id) continue;
    const hosted = part.serverTool.outcome?.hosted;
    return hosted === undefined ? item : verbatim(includeResult(jsonOf(item), hosted, include));
  }
  return item;
}

/** Like the function for a stored response, for one stored item. */
export function includeStoredItem(
  item: JsonObject,
  include: readonly string[],
  reasoningSigner: ReasoningSigner,
): JsonObject {
  const shown = publicItem(item, include);
  return include.includes(encryptedReasoning) ? withEncryptedContent(shown, reasoningSigner) : shown;
}

/** Like the function for a stored response, for a logged event as JSON. Parses only events that hold finished items. */
export function includeStoredEvent(data: string, include: readonly string[], reasoningSigner: ReasoningSigner): string {
  if (!include.includes(encryptedReasoning) || !itemEventPattern.test(data) || !data.includes('"type":"reasoning"'))
    return data;
  const event = parseExactly(data) as { readonly item?: ResponseOutputItem; readonly response?: Response };
  return JSON.stringify({
    ...event,
    ...(event.item !== undefined && { item: withEncryptedContent(event.item, reasoningSigner) }),
    ...(event.response !== undefined && { response: includeStored(event.response, include, reasoningSigner) }),
  });
}

const itemEventPattern = /^\{"type":"response\.(?:output_item\.done|completed|incomplete|failed)"/;

interface ReasoningItemFields {
  readonly type?: unknown;
  readonly encrypted_content?: unknown;
  readonly content?: unknown;
  readonly summary?: unknown;
}

function withEncryptedContent<Item extends object>(
  item: Item,
  reasoningSigner: ReasoningSigner,
  author?: string,
): Item {
  const { type, encrypted_content: encryptedContent, content, summary }: ReasoningItemFields = item;
  if (type !== 'reasoning' || typeof encryptedContent === 'string') return item;
  const contentTexts = textsOf(content);
  const text = (contentTexts.length > 0 ? contentTexts : textsOf(summary)).join('\n\n');
  return text === ''
    ? item
    : { ...item, encrypted_content: writeServiceSignature(reasoningSigner.encrypt(text), author) };
}

function textsOf(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap(({ text }: { readonly text?: unknown }) => (typeof text === 'string' ? [text] : []));
}
