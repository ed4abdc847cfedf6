import type { MediaPart } from '@org/engine';
import { arrayOf, objectOf, textOf, type WireObject } from '../shared/wire-value.js';
import { readMedia } from './read-media.js';

/** What one piece of an answer says, where its content is a list. */
export type ContentPiece =
  | { readonly kind: 'text' | 'refusal' | 'reasoning'; readonly text: string }
  | { readonly kind: 'media'; readonly media: MediaPart };

/** Reasoning stands in lists of its own there, or as a string, under names that vary from one to the next. */
export function readContentPiece(entry: unknown): ContentPiece | undefined {
  const piece: WireObject = objectOf(entry) ?? { text: entry };
  const media = readMedia(piece);
  if (media !== undefined) return { kind: 'media', media };
  const thought = textOf(piece['thinking']) ?? wordsIn(piece['thinking']) ?? wordsIn(piece['summary']);
  if (thought !== undefined) return { kind: 'reasoning', text: thought };
  const refusal = textOf(piece['refusal']);
  if (refusal !== undefined) return { kind: 'refusal', text: refusal };
  const text = textOf(piece['text']);
  return text === undefined
    ? undefined
    : { kind: piece['type'] === 'reasoning' || piece['type'] === 'thinking' ? 'reasoning' : 'text', text };
}

function wordsIn(list: unknown): string | undefined {
  return textOf(
    arrayOf(list)
      .map((entry) => textOf(objectOf(entry)?.['text']) ?? '')
      .join(''),
  );
}
