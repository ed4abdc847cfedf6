// Messages of a request to neutral messages, in their order. Tool results leave the user's message: they form a `tool`
// message that stands before the rest of it, which is where every upstream wants them.
import type { Message } from '@org/engine/model/message';
import type { Part, TextPart } from '@org/engine/model/part';
import type { Sealer } from '@org/engine/ports/sealer';
import type { MessageParam } from '@org/protocol/messages';
import { decodeBlock } from './decode-content.js';
import { asJson, extended, shapeKey } from './extensions.js';

export function decodeMessages(messages: readonly MessageParam[], sealer: Sealer): Message[] {
  return messages.flatMap((message) => decodeMessage(message, sealer));
}

function decodeMessage(message: MessageParam, sealer: Sealer): Message[] {
  const { role, content, ...rest } = message;
  if (content === undefined) return [{ role, parts: [], ...extended(rest, 'absent') }];
  if (typeof content === 'string') return [{ role, parts: decodeString(content), ...extended(rest, 'string') }];
  const parts = content.map((block) => decodeBlock(block, sealer));
  const results = role === 'user' ? positionsOfResults(parts) : [];
  if (results.length === 0) return [{ role, parts, ...extended(rest) }];
  const tool: Message = { role: 'tool', parts: results.flatMap((at) => parts[at] ?? []), ...extended(rest) };
  const others = parts.filter((part) => part.type !== 'tool-result');
  if (others.length === 0) return [tool];
  return [tool, { role, parts: others, extensions: { messages: { [shapeKey]: { results } } } }];
}

/** A plain string as parts: one text, or none when it is empty. */
export function decodeString(text: string): TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function positionsOfResults(parts: readonly Part[]): number[] {
  return parts.flatMap((part, at) => (part.type === 'tool-result' ? [at] : []));
}

/** Where the results stood in the user's message that this one is the rest of; `undefined` for a whole message. */
export function resultPositions(message: Message): readonly number[] | undefined {
  const shape = message.extensions?.messages?.[shapeKey];
  if (typeof shape !== 'object' || shape === null || Array.isArray(shape)) return undefined;
  const positions = asJson(shape)['results'];
  return Array.isArray(positions) ? positions.filter((at) => typeof at === 'number') : undefined;
}
