import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

/** A result names its call by id, so no two calls of a conversation share one. */
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
      // One look-up for an id: a set that did not grow had it already.
      const before = seen.size;
      if (seen.add(block.id).size === before) {
        const path = `messages.${position}.content.${at}`;
        return { param: `${path}.id`, message: `${path}: \`tool_use\` ids must be unique` };
      }
    }
  }
  return undefined;
};
