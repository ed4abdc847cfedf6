import type { Rule } from './rule.js';
import { closeCalls, openCalls, messageTurns } from './message-turns.js';

/**
 * Every `tool_use` has its result in the very next turn: a model that sees a call without its result repeats or
 * invents it.
 */
export const callsHaveResults: Rule = ({ messages }) => {
  const turns = messageTurns(messages);
  // One set for all turns: it is empty after each turn that completes its calls.
  const open = new Set<string>();
  let at = -1;
  for (const turn of turns) {
    at += 1;
    openCalls(open, messages, turn);
    if (open.size === 0) continue;
    closeCalls(open, messages, turns[at + 1]);
    if (open.size === 0) continue;
    const param = `messages.${turn.end}`;
    return {
      param,
      message:
        `${param}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...open].join(', ')}. ` +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    };
  }
  return undefined;
};
