// Documents whose bytes are text, as text: clients send notes, tables and source code as base64, and no model reads that.
import type { Message } from '../model/message.js';
import type { MediaPart, MediaSource, Part } from '../model/part.js';

/** The messages with the words of every such document in the place of its bytes. Messages without one are passed on as they are. */
export function readDocuments(messages: readonly Message[]): readonly Message[] {
  return messages.some(({ parts }) => parts.some(mayBeText)) ? messages.map(read) : messages;
}

function mayBeText(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(mayBeText);
  return part.type === 'media' && part.media === 'document' && part.source.type === 'base64' && textual.test(part.source.mediaType);
}

function read(message: Message): Message {
  return message.parts.some(mayBeText) ? { ...message, parts: message.parts.map(readPart) } : message;
}

function readPart(part: Part): Part {
  if (part.type === 'tool-result') return { ...part, content: part.content.map((inner) => (inner.type === 'media' ? readMedia(inner) : inner)) };
  return part.type === 'media' ? readMedia(part) : part;
}

function readMedia(part: MediaPart): MediaPart {
  if (!mayBeText(part)) return part;
  const text = textOf(part.source);
  return text === undefined ? part : { ...part, source: { type: 'text', mediaType: 'text/plain', text } };
}

/** `undefined` for bytes that are not what their type promises. */
function textOf(source: MediaSource): string | undefined {
  if (source.type !== 'base64') return undefined;
  const charset = /;\s*charset="?([^;"\s]+)/i.exec(source.mediaType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(source.data, 'base64'));
  } catch {
    return undefined;
  }
}

/** MIME types of text: those that say so, and those of formats that are written in it. */
const textual =
  /^\s*(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)|application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines|yaml|toml|sql|javascript|typescript|sh|python|tex|csv|graphql)|json5|ecmascript))\s*(?:;|$)/i;
