import type { Rule, Violation } from './rule.js';

/** Matches at the first letter of almost every text, where trimming would scan both ends and create a copy. */
const visible = /\S/;

/** Almost every text starts with an ASCII letter, which needs no pattern. */
function isVisible(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || visible.test(text);
}

/**
 * Nothing in a conversation is empty. Exceptions are a final assistant message, from which the model continues, if
 * need be from nothing, and a system message that only changes settings.
 */
export const contentNotEmpty: Rule = ({ messages, system }) => {
  if (Array.isArray(system)) {
    const violation = emptyText(system, () => 'system', 'system');
    if (violation !== undefined) return violation;
  }
  let position = -1;
  for (const message of messages) {
    position += 1;
    const { role, content } = message;
    if (content === undefined) continue;
    const final = role === 'assistant' && position === messages.length - 1;
    if (final) continue;
    if (role === 'system' && content.length === 0 && message.output_config != null) continue;
    if (content.length === 0) {
      return {
        param: `messages.${position}.content`,
        message: `messages.${position}: all messages must have non-empty content except for the optional final assistant message`,
      };
    }
    if (typeof content === 'string') {
      if (!isVisible(content)) return faultOf(content, 'messages', `messages.${position}.content`);
      continue;
    }
    const violation = emptyText(content, () => `messages.${position}.content`, 'messages');
    if (violation !== undefined) return violation;
  }
  return undefined;
};

/** `path` is only asked for by a violation. */
function emptyText(
  blocks: readonly { readonly type: unknown; readonly text?: unknown }[],
  path: () => string,
  location: 'system' | 'messages',
): Violation | undefined {
  let at = -1;
  for (const { type, text } of blocks) {
    at += 1;
    if (type !== 'text' || typeof text !== 'string' || isVisible(text)) continue;
    return faultOf(text, location, `${path()}.${at}.text`);
  }
  return undefined;
}

/**
 * The dialect's own error text, which clients search for, does not name the path; a conversation has hundreds of
 * blocks.
 */
function faultOf(text: string, location: 'system' | 'messages', param: string): Violation {
  const rule =
    text === '' ? 'text content blocks must be non-empty' : 'text content blocks must contain non-whitespace text';
  return { param, message: `${location}: ${rule}: ${param}` };
}
