import type { MessageParam } from '@org/protocol/messages';
import type { Rule } from './rule.js';
import { blocksAt, openCalls, messageTurns, type MessageTurn } from './message-turns.js';

/**
 * Every `tool_result` belongs to one `tool_use` of the preceding turn, and only once. The first turn of a continued
 * thread is exempt: its calls are in the history that the server holds.
 */
export const resultsHaveCalls: Rule = ({ messages, thread }) => {
  const continued = thread?.type === 'continue';
  const turns = messageTurns(messages);
  // One set for all turns: it is empty after each turn whose results complete all calls.
  const open = new Set<string>();
  let at = -1;
  for (const turn of turns) {
    at += 1;
    if (turn.role !== 'user' || (at === 0 && continued)) continue;
    const before = turns[at - 1];
    if (open.size > 0) open.clear();
    openCalls(open, messages, before);
    const unmatched = findUnmatchedResult(open, messages, turn);
    if (unmatched === undefined) continue;
    const calls = new Set<string>();
    openCalls(calls, messages, before);
    const fault = calls.has(unmatched.id)
      ? `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${unmatched.id}`
      : `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unmatched.id}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.';
    return { param: unmatched.path, message: `${unmatched.path}: ${fault}` };
  }
  return undefined;
};

/** The first result of a turn that matches no open call. */
function findUnmatchedResult(
  open: Set<string>,
  messages: readonly MessageParam[],
  turn: MessageTurn,
): { readonly id: string; readonly path: string } | undefined {
  for (let position = turn.start; position <= turn.end; position += 1) {
    let at = -1;
    for (const block of blocksAt(messages, position)) {
      at += 1;
      if (block.type !== 'tool_result' || open.delete(block.tool_use_id)) continue;
      return { id: block.tool_use_id, path: `messages.${position}.content.${at}` };
    }
  }
  return undefined;
}
