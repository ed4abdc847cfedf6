import type { Sealer } from '@org/engine/ports/sealer';
import type { Response, ResponseOutputItem } from '@org/protocol/responses';
import { encryptedReasoning } from './include.js';

/** A stored response with what `include` asks for and its creation did not. What was not kept cannot be included. */
export function includeStored(response: Response, include: readonly string[], sealer: Sealer): Response {
  if (!include.includes(encryptedReasoning)) return response;
  return { ...response, output: response.output.map((item) => sealed(item, sealer)) };
}

function sealed(item: ResponseOutputItem, sealer: Sealer): ResponseOutputItem {
  if (item.type !== 'reasoning' || typeof item.encrypted_content === 'string') return item;
  const content = item.content ?? [];
  const text = (content.length > 0 ? content : item.summary).map((part) => part.text).join('\n\n');
  return text === '' ? item : { ...item, encrypted_content: sealer.encrypt(text) };
}
