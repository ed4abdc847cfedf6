import type { MediaSource } from '../model/part.js';

/** Whether a MIME type is textual: text types and the types of text-based formats. */
export function isTextual(mediaType: string): boolean {
  return textual.test(mediaType);
}

const textual =
  /^\s*(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)|application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines|yaml|toml|sql|javascript|typescript|sh|python|tex|csv|graphql)|json5|ecmascript))\s*(?:;|$)/i;

/**
 * The text of a document whose bytes are text. `undefined` for every other document, and for bytes that do not match
 * their type.
 */
export function documentText(source: MediaSource): string | undefined {
  if (source.type !== 'base64' || !isTextual(source.mediaType)) return undefined;
  const charset = /;\s*charset="?([^;"\s]+)/i.exec(source.mediaType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(source.data, 'base64'));
  } catch {
    return undefined;
  }
}
