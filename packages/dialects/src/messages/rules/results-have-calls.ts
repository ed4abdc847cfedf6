import type { Rule } from './rule.js';
import { callIds, wireTurns } from './wire-turns.js';

/**
 * Every `tool_result` answers one `tool_use` of the turn before, and only once. The first turn of a continued thread is
 * exempt: its calls are in the history that the server holds.
 */
export const resultsHaveCalls: Rule = ({ messages, thread }) => {
  const continued = thread?.type === 'continue';
  const turns = wireTurns(messages);
  for (const [at, turn] of turns.entries()) {
    if (turn.role !== 'user' || (at === 0 && continued)) continue;
    const open = new Set(callIds(turns[at - 1]));
    const answered = new Set<string>();
    for (const { block, message, at: position } of turn.blocks) {
      if (block.type !== 'tool_result') continue;
      const path = `messages.${message}.content.${position}`;
      const id = block.tool_use_id;
      if (answered.has(id)) {
        return { param: path, message: `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}` };
      }
      if (!open.has(id)) {
        return {
          param: path,
          message:
            `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
            'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
        };
      }
      answered.add(id);
    }
  }
  return undefined;
};
