import { firstMarker, partialSuffix } from '@org/engine';

/** Nothing longer is a name: more is not held back, and not searched again with each piece. */
const longestWord = 1_024;

/** What a text begins with, up to the first of some marks. */
export interface WordBefore {
  /** As far as it is sure. */
  readonly word: string;
  /** Absent while it may still come. */
  readonly mark?: string;
  /** Behind the mark. */
  readonly end: number;
}

/** The word before the first of these marks, if it is not too long for one. */
export function wordBefore(text: string, marks: readonly string[]): WordBefore | undefined {
  const found = firstMarker(text, marks);
  const length = found?.at ?? text.length - partialSuffix(text, marks);
  if (length > longestWord) return undefined;
  const word = text.slice(0, length);
  return found === undefined ? { word, end: length } : { word, mark: found.marker, end: length + found.marker.length };
}
