import type { Message } from './message.js';

/**
 * The messages without trailing white space of an assistant prefill, because an upstream that continues it may reject
 * the conversation over that.
 */
export function trimAssistantPrefill(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1);
  const part = last?.parts.at(-1);
  if (last?.role !== 'assistant' || part?.type !== 'text') return messages;
  const text = part.text.trimEnd();
  if (text === part.text || text === '') return messages;
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), { ...part, text }] }];
}
