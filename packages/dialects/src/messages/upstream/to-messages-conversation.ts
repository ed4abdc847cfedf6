// Converts a conversation of another dialect to this API's rules: it has content, the user speaks first, no text is
// empty, no assistant prefill ends in white space, only results follow calls, and instructions are where the API
// accepts them. Results already follow their calls in every input for a model.
import { isInstruction, type Message, type Part, type Warning, trimAssistantPrefill } from '@org/engine';
import { positionInstructions } from './position-instructions.js';

const visible = /\S/;

/** Placeholder before an assistant message that starts a conversation. */
const opening = 'The conversation begins.';

/** Leaves out empty texts and messages that have nothing else; every addition causes a warning. */
export function toMessagesConversation(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  return trimAssistantPrefill(
    ensureUserFirst(positionInstructions(messages.flatMap(withoutEmptyTexts).map(callsLast), warnings), warnings),
  );
}

function ensureUserFirst(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  const first = messages.findIndex((message) => !isInstruction(message));
  // Instructions go into a field of their own. Without any other message the last of them becomes the user message.
  if (first === -1)
    return messages.map((message, at) => (at === messages.length - 1 ? { ...message, role: 'user' } : message));
  if (messages[first]?.role !== 'assistant') return messages;
  warnings.push({
    kind: 'clamped',
    param: 'messages',
    message: `The upstream requires a user message first; the service sends '${opening}' before the conversation.`,
  });
  return [
    ...messages.slice(0, first),
    { role: 'user', parts: [{ type: 'text', text: opening }] },
    ...messages.slice(first),
  ];
}

/** In other APIs a model may have produced output between its calls and their results. */
function callsLast(message: Message): Message {
  const { role, parts } = message;
  const first = role === 'assistant' ? parts.findIndex(isCall) : -1;
  if (first === -1 || parts.slice(first).every(isCall)) return message;
  return { ...message, parts: [...parts.filter((part) => !isCall(part)), ...parts.filter(isCall)] };
}

function isCall({ type }: Part): boolean {
  return type === 'tool-call';
}

function withoutEmptyTexts(message: Message): readonly Message[] {
  const { parts } = message;
  if (!parts.some(hasEmptyText)) return [message];
  const remaining = parts.filter((part) => !isEmptyText(part)).map(withoutEmptyContent);
  return remaining.length === 0 ? [] : [{ ...message, parts: remaining }];
}

function withoutEmptyContent(part: Part): Part {
  return part.type === 'tool-result' && part.content.some(isEmptyText)
    ? { ...part, content: part.content.filter((inner) => !isEmptyText(inner)) }
    : part;
}

function hasEmptyText(part: Part): boolean {
  return part.type === 'tool-result' ? part.content.some(isEmptyText) : isEmptyText(part);
}

function isEmptyText(part: Part): boolean {
  return part.type === 'text' && !visible.test(part.text);
}
