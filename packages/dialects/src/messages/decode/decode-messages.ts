// Decodes messages of a request to neutral messages, in order. Tool results leave the user's message: they form a
// `tool` message before the rest of it, as every upstream requires.
import type { Message, Part, ReasoningSigner, TextPart } from '@org/engine';
import type { MessageParam } from '@org/protocol/messages';
import { decodeBlock } from './decode-content.js';
import { decodeSettingsChange } from './decode-settings.js';
import { jsonOf, membersOutside } from '../../shared/json-of.js';
import { shapeKey, withRemainingFields } from '../extensions.js';

export function decodeMessages(messages: readonly MessageParam[], reasoningSigner: ReasoningSigner): Message[] {
  const decoded: Message[] = [];
  for (const message of messages) {
    const [results, rest] = decodeMessage(message, reasoningSigner);
    if (results !== undefined) decoded.push(results);
    if (rest === undefined) continue;
    const settings = decodeSettingsChange(message);
    decoded.push(settings === undefined ? rest : { ...rest, settings });
  }
  return decoded;
}

const messageMembers = new Set(['role', 'content']);

/** The results that leave a message, and the message or its remainder. */
function decodeMessage(
  message: MessageParam,
  reasoningSigner: ReasoningSigner,
): readonly [results: Message | undefined, rest?: Message] {
  const { role, content } = message;
  const remaining = membersOutside(jsonOf(message), messageMembers, content === undefined ? 1 : 2);
  if (content === undefined) return [undefined, withRemainingFields({ role, parts: [] }, remaining, 'absent')];
  if (typeof content === 'string')
    return [undefined, withRemainingFields({ role, parts: decodeString(content) }, remaining, 'string')];
  // Preallocated lists retain their size: a growing one reserves sixteen more slots for the duration of the request.
  const resultCount =
    role === 'user' ? content.reduce((count, { type }) => (type === 'tool_result' ? count + 1 : count), 0) : 0;
  if (resultCount === 0 || resultCount === content.length) {
    const decoded: Message = {
      role: resultCount === 0 ? role : 'tool',
      parts: content.map((block) => decodeBlock(block, reasoningSigner)),
    };
    return resultCount === 0
      ? [undefined, withRemainingFields(decoded, remaining)]
      : [withRemainingFields(decoded, remaining)];
  }
  const others: Part[] = [];
  const results: Part[] = [];
  const positions: number[] = [];
  for (const [at, block] of content.entries()) {
    const part = decodeBlock(block, reasoningSigner);
    if (part.type === 'tool-result') {
      results.push(part);
      positions.push(at);
    } else others.push(part);
  }
  const tool: Message = { role: 'tool', parts: results };
  return [
    withRemainingFields(tool, remaining),
    { role, parts: others, extensions: { messages: { [shapeKey]: { results: positions } } } },
  ];
}

/** A plain string as parts: one text, or none when it is empty. */
export function decodeString(text: string): TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/**
 * Positions of the results in the user's message of which this message is the remainder; `undefined` for a complete
 * message.
 */
export function resultPositions(message: Message): readonly number[] | undefined {
  const shape = message.extensions?.messages?.[shapeKey];
  if (typeof shape !== 'object' || shape === null || Array.isArray(shape)) return undefined;
  const positions = jsonOf(shape)['results'];
  return Array.isArray(positions) ? positions.filter((at) => typeof at === 'number') : undefined;
}
