// Images and documents, both ways.
import type { JsonObject, JsonValue, MediaPart, MediaSource } from '@org/engine';
import { citableMember } from './citable.js';
import { passthroughFieldsOf, extended, apiFields } from './extensions.js';

/**
 * The block as a media part, or `undefined` when its source kind has no neutral meaning. The latter includes a text
 * with context: a media part has no field for it, but text can show both.
 */
export function decodeMedia(media: 'image' | 'document', block: JsonObject): MediaPart | undefined {
  const { type: _, source: apiSource, ...rest } = block;
  const decoded = decodeSource(apiSource);
  if (decoded === undefined) return undefined;
  const { source, remaining } = decoded;
  if (source.type === 'text' && hasContext(block)) return undefined;
  const { title, ...untitled } = rest;
  const named = media === 'document' && typeof title === 'string';
  const passthroughFields = {
    ...(named ? untitled : rest),
    ...(Object.keys(remaining).length > 0 && { source: remaining }),
  };
  return {
    type: 'media',
    media,
    source,
    ...(named && { filename: title }),
    ...citableMember(block),
    ...extended(passthroughFields),
  };
}

/** Whether the block describes a document by more than its title. */
export function hasContext({ context }: JsonObject): boolean {
  return typeof context === 'string' && context !== '';
}

function decodeSource(source: JsonValue | undefined): { source: MediaSource; remaining: JsonObject } | undefined {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return undefined;
  const { type, ...fields } = source as JsonObject;
  switch (type) {
    case 'base64': {
      const { media_type: mediaType, data, ...remaining } = fields;
      return typeof mediaType === 'string' && typeof data === 'string'
        ? { source: { type, mediaType, data }, remaining }
        : undefined;
    }
    case 'text': {
      const { media_type: mediaType, data, ...remaining } = fields;
      return typeof mediaType === 'string' && typeof data === 'string'
        ? { source: { type, mediaType, text: data }, remaining }
        : undefined;
    }
    case 'url': {
      const { url, ...remaining } = fields;
      return typeof url === 'string' ? { source: { type, url }, remaining } : undefined;
    }
    case 'file': {
      const { file_id: fileId, ...remaining } = fields;
      return typeof fileId === 'string' ? { source: { type, fileId }, remaining } : undefined;
    }
    default:
      return undefined;
  }
}

/** The block of a media part; `undefined` for audio, which this API cannot carry. */
export function encodeMedia(part: MediaPart): JsonObject | undefined {
  if (part.media === 'audio') return undefined;
  const { source: remaining, ...fields } = apiFields(passthroughFieldsOf(part));
  const extra = typeof remaining === 'object' && remaining !== null ? remaining : {};
  return {
    type: part.media,
    source: { ...encodeSource(part.source), ...extra },
    ...(part.media === 'document' && part.filename !== undefined && { title: part.filename }),
    ...fields,
  };
}

function encodeSource(source: MediaSource): JsonObject {
  switch (source.type) {
    case 'base64':
      return { type: 'base64', media_type: source.mediaType, data: source.data };
    case 'text':
      return { type: 'text', media_type: source.mediaType, data: source.text };
    case 'url':
      return { type: 'url', url: source.url };
    case 'file':
      return { type: 'file', file_id: source.fileId };
  }
}
