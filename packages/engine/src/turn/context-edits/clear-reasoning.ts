import type { ClearReasoning } from '../../model/context-edit.js';
import type { Message } from '../../model/message.js';
import { withoutParts } from '../context/without-parts.js';
import type { Cleared } from './clear-tool-results.js';

/**
 * Removes reasoning of all turns but the newest that have some. `count` is the number of turns. A message with only
 * reasoning is removed.
 */
export function clearReasoning(messages: readonly Message[], { keep }: ClearReasoning): Cleared {
  const turnOf: number[] = [];
  let turn = 0;
  for (const { role } of messages) {
    if (role === 'user') turn += 1;
    turnOf.push(turn);
  }
  const reasoned = [...new Set(messages.flatMap((message, index) => (reasons(message) ? [turnOf[index]] : [])))];
  const old = new Set(reasoned.slice(0, Math.max(0, reasoned.length - keep)));
  if (old.size === 0) return { messages, count: 0 };
  const retained = messages.flatMap((message, index) =>
    old.has(turnOf[index]) && reasons(message) ? withoutParts(message, ({ type }) => type === 'reasoning') : [message],
  );
  return { messages: retained, count: old.size };
}

function reasons({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.some(({ type }) => type === 'reasoning');
}
