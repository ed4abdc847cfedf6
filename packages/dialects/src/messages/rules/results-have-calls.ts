import { blocksOf } from '../blocks-of.js';
import type { Rule, Violation } from './rule.js';
import { callIds, wireTurns, type WireTurn } from './wire-turns.js';

/**
 * Every `tool_result` answers one `tool_use` of the turn before, and only once. The first turn of a continued thread is
 * exempt: its calls are in the history that the server holds.
 */
export const resultsHaveCalls: Rule = ({ messages, thread }) => {
  const continued = thread?.type === 'continue';
  const turns = wireTurns(messages);
  for (const [at, turn] of turns.entries()) {
    if (turn.role !== 'user' || (at === 0 && continued)) continue;
    const violation = strayResult(turn, new Set(callIds(turns[at - 1])));
    if (violation !== undefined) return violation;
  }
  return undefined;
};

/** The first result of a turn that answers none of the `open` calls, or one that has its result already. */
function strayResult({ messages, start }: WireTurn, open: Set<string>): Violation | undefined {
  const answered = new Set<string>();
  for (const [offset, message] of messages.entries()) {
    for (const [at, block] of blocksOf(message).entries()) {
      if (block.type !== 'tool_result') continue;
      const id = block.tool_use_id;
      if (open.delete(id)) {
        answered.add(id);
        continue;
      }
      const path = `messages.${start + offset}.content.${at}`;
      const fault = answered.has(id)
        ? `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
        : `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.';
      return { param: path, message: `${path}: ${fault}` };
    }
  }
  return undefined;
}
