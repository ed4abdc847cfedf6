import { isObject, type JsonObject, type JsonValue, markedInstruction, objectOf, type Warning } from '@org/engine';

/** Warning for instructions within the conversation that are sent as user text. */
export const instructionsAsUserWarning: Warning = {
  kind: 'clamped',
  param: 'messages',
  message:
    'The upstream does not support system messages within the conversation; the service sends them as user messages.',
};

/**
 * The encoded messages without the role `system`: instructions become user text in the marked form that every model
 * sees. They join a user message next to them, because some servers require that roles alternate.
 */
export function instructionsAsUser(messages: readonly JsonObject[]): readonly JsonObject[] {
  const converted: JsonObject[] = [];
  let waiting: readonly JsonValue[] = [];
  for (const message of messages) {
    const last = converted.at(-1);
    if (message['role'] === 'system') {
      const blocks = blocksOf(message).map(marked);
      if (last?.['role'] === 'user') converted[converted.length - 1] = withBlocks(last, [], blocks);
      else waiting = [...waiting, ...blocks];
      continue;
    }
    if (waiting.length > 0 && message['role'] === 'user') {
      // Tool results stay first in their message.
      converted.push(hasResults(message) ? withBlocks(message, [], waiting) : withBlocks(message, waiting, []));
    } else {
      if (waiting.length > 0) converted.push({ role: 'user', content: waiting });
      converted.push(message);
    }
    waiting = [];
  }
  return waiting.length === 0 ? converted : [...converted, { role: 'user', content: waiting }];
}

function withBlocks(message: JsonObject, before: readonly JsonValue[], after: readonly JsonValue[]): JsonObject {
  return { ...message, content: [...before, ...blocksOf(message), ...after] };
}

function hasResults(message: JsonObject): boolean {
  return blocksOf(message).some((block) => objectOf(block)['type'] === 'tool_result');
}

function blocksOf({ content }: JsonObject): readonly JsonValue[] {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

function marked(block: JsonValue): JsonValue {
  return isObject(block) && typeof block['text'] === 'string'
    ? { ...block, text: markedInstruction(block['text']) }
    : block;
}
