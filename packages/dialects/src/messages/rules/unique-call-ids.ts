import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

/** A result names its call by id, so no two calls of a conversation share one. */
export const uniqueCallIds: Rule = ({ messages }) => {
  const seen = new Set<string>();
  for (const [position, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    for (const [at, block] of blocksOf(message).entries()) {
      if (block.type !== 'tool_use') continue;
      if (seen.has(block.id)) {
        const path = `messages.${position}.content.${at}`;
        return { param: `${path}.id`, message: `${path}: \`tool_use\` ids must be unique` };
      }
      seen.add(block.id);
    }
  }
  return undefined;
};
