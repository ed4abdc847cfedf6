import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

/** The model makes calls and the client returns results. */
export const checkCallPositions: Rule = ({ messages }) => {
  for (const [position, message] of messages.entries()) {
    for (const [at, { type }] of blocksOf(message).entries()) {
      const role = type === 'tool_use' ? 'assistant' : type === 'tool_result' ? 'user' : message.role;
      if (role === message.role) continue;
      const param = `messages.${position}.content.${at}`;
      return { param, message: `${param}: \`${String(type)}\` blocks can only be in \`${role}\` messages` };
    }
  }
  return undefined;
};
