import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

/**
 * A conversation starts with the user, or with the summary of what the user sent. A thread may continue without new
 * messages when its last response was unfinished.
 */
export const firstMessage: Rule = ({ messages, thread }) => {
  const first = messages[0];
  if (first === undefined && thread?.type === 'continue') return undefined;
  if (first === undefined) return { param: 'messages', message: 'messages: at least one message is required' };
  if (first.role === 'system') {
    return {
      param: 'messages.0',
      message: "messages.0: use the top-level 'system' parameter for the initial system prompt",
    };
  }
  if (first.role !== 'user' && !isSummary(first))
    return { param: 'messages.0.role', message: 'messages: first message must use the "user" role' };
  return undefined;
};

function isSummary(message: MessageParam): boolean {
  return message.role === 'assistant' && blocksOf(message)[0]?.type === 'compaction';
}
