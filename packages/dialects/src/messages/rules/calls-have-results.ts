import type { Rule } from './rule.js';
import { callIds, resultIds, wireTurns } from './wire-turns.js';

/** Every `tool_use` is answered in the very next turn: a model that sees a call without its result repeats or invents it. */
export const callsHaveResults: Rule = ({ messages }) => {
  const turns = wireTurns(messages);
  for (const [at, turn] of turns.entries()) {
    const calls = callIds(turn);
    if (calls.length === 0) continue;
    const answered = new Set(resultIds(turns[at + 1]));
    const open = calls.filter((id) => !answered.has(id));
    if (open.length === 0) continue;
    const param = `messages.${turn.start + turn.messages.length - 1}`;
    return {
      param,
      message:
        `${param}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. ` +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    };
  }
  return undefined;
};
