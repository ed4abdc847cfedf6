// Encodes neutral messages for the API. Results return to the user message that contained them.
import type { JsonObject, Message, Role } from '@org/engine';
import { resultPositions } from '../decode/decode-messages.js';
import { encodeBlockParams } from '../encode/encode-content.js';
import { passthroughFieldsOf, shapeKey, apiFields } from '../extensions.js';

export function encodeMessages(messages: readonly Message[]): JsonObject[] {
  const encoded: JsonObject[] = [];
  for (const [at, message] of messages.entries()) {
    const positions = resultPositions(message);
    const before = messages[at - 1];
    if (positions === undefined || before?.role !== 'tool') {
      encoded.push(encodeMessage(message));
      continue;
    }
    encoded.pop();
    encoded.push(
      encodeMessage(before, interleave(encodeBlockParams(before.parts), encodeBlockParams(message.parts), positions)),
    );
  }
  return encoded;
}

function encodeMessage(message: Message, content = encodeBlockParams(message.parts)): JsonObject {
  const passthroughFields = passthroughFieldsOf(message);
  const [only] = message.parts;
  if (passthroughFields[shapeKey] === 'absent' && message.parts.length === 0)
    return { role: apiRole(message.role), ...apiFields(passthroughFields) };
  const plain = passthroughFields[shapeKey] === 'string' && message.parts.length < 2;
  const fields = apiFields(passthroughFields);
  return {
    role: apiRole(message.role),
    content: plain ? (only?.type === 'text' ? only.text : '') : content,
    ...fields,
  };
}

function apiRole(role: Role): 'user' | 'assistant' | 'system' {
  switch (role) {
    case 'user':
    case 'tool':
      return 'user';
    case 'assistant':
      return 'assistant';
    case 'system':
    case 'developer':
      return 'system';
  }
}

/** Returns the results to their positions; the other blocks keep their order around them. */
function interleave(
  results: readonly JsonObject[],
  others: readonly JsonObject[],
  positions: readonly number[],
): JsonObject[] {
  const content: JsonObject[] = [];
  let result = 0;
  let other = 0;
  while (result < results.length || other < others.length) {
    const turn = positions[result] === content.length || other >= others.length ? results[result++] : others[other++];
    if (turn !== undefined) content.push(turn);
  }
  return content;
}
