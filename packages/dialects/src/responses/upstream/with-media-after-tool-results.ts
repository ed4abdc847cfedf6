// Images and files in tool results, for servers whose results hold only text.
import type { Message, Part, ToolResultPart } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/** The messages with non-text result content moved to a user message after them. */
export function withMediaAfterToolResults(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    const moved = message.parts.flatMap((part) => (hasMedia(part) ? mediaOf(part) : []));
    if (moved.length === 0) return [message];
    return [
      { ...message, parts: message.parts.map((part) => (hasMedia(part) ? withoutMedia(part) : part)) },
      { role: 'user', parts: moved },
    ];
  });
}

/** Screenshots of a computer are no content of a result. */
function hasMedia(part: Part): part is ToolResultPart {
  return (
    part.type === 'tool-result' &&
    passthroughFieldsOf(part.extensions).original === undefined &&
    part.content.some(({ type }) => type === 'media')
  );
}

function mediaOf({ callId, content }: ToolResultPart): readonly Part[] {
  return [
    { type: 'text', text: `From the result of tool call ${callId}:` },
    ...content.filter(({ type }) => type === 'media'),
  ];
}

function withoutMedia(result: ToolResultPart): ToolResultPart {
  const rest = result.content.filter(({ type }) => type !== 'media');
  return { ...result, content: rest.length === 0 ? [{ type: 'text', text: '[see the next user message]' }] : rest };
}
