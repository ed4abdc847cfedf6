import {
  isObject,
  type JsonObject,
  mediaKind,
  type MediaPart,
  type ServerCallOutcome,
  type TextPart,
} from '@org/engine';
import { notTheProtocol } from './mcp-server-failure.js';

/** Converts a tool result to neutral parts. */
export function toOutcome(result: unknown): ServerCallOutcome {
  if (!isObject(result)) return notTheProtocol().outcome;
  const { content, structuredContent, isError } = result;
  const parts = Array.isArray(content) ? content.flatMap(toParts) : [];
  const visible = parts.length === 0 && structuredContent !== undefined ? structuredText(structuredContent) : parts;
  return { content: visible, ...(isError === true ? { isError } : {}) };
}

function toParts(block: unknown): readonly (TextPart | MediaPart)[] {
  if (!isObject(block)) return [];
  switch (block['type']) {
    case 'text':
      return textPart(block['text']);
    case 'image':
    case 'audio':
      return mediaPart(block['type'], block['mimeType'], block['data']);
    case 'resource':
      return resourceParts(block['resource']);
    case 'resource_link':
      return textPart(linkText(block));
    default:
      return [];
  }
}

function resourceParts(resource: unknown): readonly (TextPart | MediaPart)[] {
  if (!isObject(resource)) return [];
  const { text, blob, mimeType, uri } = resource;
  if (typeof text === 'string') return textPart(text);
  if (typeof blob !== 'string' || typeof mimeType !== 'string') return textPart(uri);
  return mediaPart(mediaKind(mimeType), mimeType, blob);
}

function mediaPart(media: MediaPart['media'], mediaType: unknown, data: unknown): readonly MediaPart[] {
  return typeof mediaType === 'string' && typeof data === 'string'
    ? [{ type: 'media', media, source: { type: 'base64', mediaType, data } }]
    : [];
}

/** What a link leads to is the server's to give out: it is not fetched. */
function linkText({ uri, title, name }: JsonObject): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const called = typeof title === 'string' ? title : name;
  return typeof called === 'string' && called !== '' && called !== uri ? `${called}: ${uri}` : uri;
}

function textPart(text: unknown): readonly TextPart[] {
  return typeof text === 'string' ? [{ type: 'text', text }] : [];
}

function structuredText(value: unknown): readonly TextPart[] {
  try {
    return textPart(JSON.stringify(value));
  } catch {
    // It nests deeper than can be written.
    return [];
  }
}
