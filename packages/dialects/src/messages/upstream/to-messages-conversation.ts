// A conversation of another dialect within the rules of this wire: something is said, by the user first, no text is empty, none that
// is begun ends in white space, nothing but results comes behind calls, and instructions stand where it takes them. Results stand behind
// their calls already, in whatever a model is shown.
import { isInstruction, type Message, type Part, type Warning, trimAssistantPrefill } from '@org/engine';
import { positionInstructions } from './position-instructions.js';

const visible = /\S/;

/** What stands before an answer with which a conversation begins. */
const opening = 'The conversation begins.';

/** Empty texts are left out, and messages of nothing else; what has to be added leaves a warning. */
export function toMessagesConversation(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  return trimAssistantPrefill(
    ensureUserFirst(positionInstructions(messages.flatMap(withoutEmptyTexts).map(callsLast), warnings), warnings),
  );
}

function ensureUserFirst(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  const first = messages.findIndex((message) => !isInstruction(message));
  // Instructions go into a field of their own. Without anything else the last of them is what the user wants.
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

/** On other wires a model may have spoken on between its calls and their results. */
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
