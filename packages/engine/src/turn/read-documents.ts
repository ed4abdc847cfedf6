// Converts documents with text bytes to text: clients send notes, tables and source code as base64, which no model
// reads.
import type { Message } from '../model/message.js';
import type { MediaPart, Part } from '../model/part.js';
import { setOriginalPart } from '../model/original-part.js';
import { documentText, isTextual } from '../text/document-text.js';

/**
 * The messages with the text of every such document in place of its bytes. Messages without one are returned
 * unchanged.
 */
export function readDocuments(messages: readonly Message[]): readonly Message[] {
  return messages.some(({ parts }) => parts.some(mayBeText)) ? messages.map(read) : messages;
}

function mayBeText(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(mayBeText);
  return (
    part.type === 'media' &&
    part.media === 'document' &&
    part.source.type === 'base64' &&
    isTextual(part.source.mediaType)
  );
}

function read(message: Message): Message {
  return message.parts.some(mayBeText) ? { ...message, parts: message.parts.map(readPart) } : message;
}

function readPart(part: Part): Part {
  if (part.type === 'tool-result')
    return { ...part, content: part.content.map((inner) => (inner.type === 'media' ? readMedia(inner) : inner)) };
  return part.type === 'media' ? readMedia(part) : part;
}

function readMedia(part: MediaPart): MediaPart {
  if (!mayBeText(part)) return part;
  const text = documentText(part.source);
  return text === undefined
    ? part
    : setOriginalPart({ ...part, source: { type: 'text', mediaType: 'text/plain', text } }, part);
}
