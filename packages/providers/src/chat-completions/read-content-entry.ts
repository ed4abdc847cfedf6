import { type MediaPart, arrayOf, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { readMedia } from './read-media.js';

/** Content of one entry where a response's content is a list. */
export type ContentEntry =
  | { readonly kind: 'text' | 'refusal' | 'reasoning'; readonly text: string }
  | { readonly kind: 'media'; readonly media: MediaPart };

/** Reads one entry. Reasoning is a nested list or a string, under names that vary between upstreams. */
export function readContentEntry(entry: unknown): ContentEntry | undefined {
  const fields: ApiPayload = asObject(entry) ?? { text: entry };
  const media = readMedia(fields);
  if (media !== undefined) return { kind: 'media', media };
  const reasoning = asText(fields['thinking']) ?? reasoningText(fields['thinking']) ?? reasoningText(fields['summary']);
  if (reasoning !== undefined) return { kind: 'reasoning', text: reasoning };
  const refusal = asText(fields['refusal']);
  if (refusal !== undefined) return { kind: 'refusal', text: refusal };
  const text = asText(fields['text']);
  return text === undefined
    ? undefined
    : { kind: fields['type'] === 'reasoning' || fields['type'] === 'thinking' ? 'reasoning' : 'text', text };
}

function reasoningText(list: unknown): string | undefined {
  return asText(
    arrayOf(list)
      .map((entry) => asText(asObject(entry)?.['text']) ?? '')
      .join(''),
  );
}
