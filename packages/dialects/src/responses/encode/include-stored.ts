import { parseExactly, type Message, type ReasoningSigner } from '@org/engine';
import type { Response, ResponseOutputItem } from '@org/protocol/responses';
import { writeServiceSignature } from '../../shared/signature-text.js';
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
  if (!include.includes(encryptedReasoning)) return response;
  const reasoningParts = output.flatMap(({ parts }) => parts.filter((part) => part.type === 'reasoning'));
  const items = response.output.filter(({ type }) => type === 'reasoning');
  const author = (item: ResponseOutputItem): string | undefined =>
    reasoningParts.length === items.length ? reasoningParts[items.indexOf(item)]?.author : undefined;
  return {
    ...response,
    output: response.output.map((item) => withEncryptedContent(item, reasoningSigner, author(item))),
  };
}

/** Like the function for a stored response, for one item of a list. */
export function includeStoredItem<Item extends object>(
  item: Item,
  include: readonly string[],
  reasoningSigner: ReasoningSigner,
): Item {
  return include.includes(encryptedReasoning) ? withEncryptedContent(item, reasoningSigner) : item;
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
