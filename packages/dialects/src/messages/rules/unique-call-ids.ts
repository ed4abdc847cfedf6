import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

/** A result refers to its call by id, so all calls of a conversation have unique ids. */
export const uniqueCallIds: Rule = ({ messages }) => {
  const seen = new Set<string>();
  let position = -1;
  for (const message of messages) {
    position += 1;
    if (message.role !== 'assistant') continue;
    let at = -1;
    for (const block of blocksOf(message)) {
      at += 1;
      if (block.type !== 'tool_use') continue;
      // One look-up per id: a set that did not grow already had it.
      const before = seen.size;
      if (seen.add(block.id).size === before) {
        const path = `messages.${position}.content.${at}`;
        return { param: `${path}.id`, message: `${path}: \`tool_use\` ids must be unique` };
      }
    }
  }
  return undefined;
};
