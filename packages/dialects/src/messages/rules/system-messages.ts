import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

const notForSystem: ReadonlySet<unknown> = new Set([
  'image',
  'document',
  'search_result',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'server_tool_use',
  'container_upload',
]);

/**
 * A system message in mid-conversation holds text. Where it may stand is left open, but for the place between a call
 * and its result, which the rule of the calls guards: clients put it last, or before an assistant's turn.
 */
export const systemMessages: Rule = ({ messages }) => {
  let position = -1;
  for (const message of messages) {
    position += 1;
    if (message.role !== 'system') continue;
    const at = blocksOf(message).findIndex((block) => notForSystem.has(block.type));
    if (at === -1) continue;
    const param = `messages.${position}.content.${at}`;
    return { param, message: `${param}: messages with role 'system' can only contain text blocks` };
  }
  return undefined;
};
