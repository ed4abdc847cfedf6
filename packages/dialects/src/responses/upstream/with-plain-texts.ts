// Text in its plainest form. Many servers of this API accept a content list only for user messages, and every server
// accepts a text.
import type { Message, Part, TextPart, ToolResultPart } from '@org/engine';
import { toExtensions } from '../extensions.js';

const plain = toExtensions({ plain: true });

/** The message with assistant texts and text-only results as plain strings. */
export function withPlainTexts(message: Message): Message {
  return message.role === 'assistant' || message.role === 'tool'
    ? { ...message, parts: message.parts.map(inPlainText) }
    : message;
}

export function inPlainText(part: Part): Part {
  switch (part.type) {
    case 'text':
      return part.refusal === true ? part : { ...part, extensions: plain };
    case 'tool-result':
      return plainResult(part);
    default:
      return part;
  }
}

/** This API has no flag for a failed tool, so the result's text reports it. */
function plainResult(part: ToolResultPart): ToolResultPart {
  const { content, isError } = part;
  if (!content.every(isText))
    return isError === true ? { ...part, content: [{ type: 'text', text: 'Error:' }, ...content] } : part;
  const joined = content.map(({ text }) => text).join('\n');
  const text = isError === true ? `Error: ${joined}`.trimEnd() : joined;
  return { ...part, content: [{ type: 'text', text }], extensions: plain };
}

function isText(part: Part): part is TextPart {
  return part.type === 'text';
}
