import { firstMarker, partialSuffix } from '@org/engine';

/** Nothing longer is a name: more is not held back, and not searched again with each piece. */
const maxPrefixLength = 1_024;

/** What a text begins with, up to the first of some marks. */
export interface PrefixBeforeMarker {
  /** As far as it is sure. */
  readonly prefix: string;
  /** Absent while it may still come. */
  readonly marker?: string;
  /** Behind the mark. */
  readonly end: number;
}

/** The word before the first of these marks, if it is not too long for one. */
export function prefixBeforeMarker(text: string, markers: readonly string[]): PrefixBeforeMarker | undefined {
  const found = firstMarker(text, markers);
  const length = found?.at ?? text.length - partialSuffix(text, markers);
  if (length > maxPrefixLength) return undefined;
  const prefix = text.slice(0, length);
  return found === undefined
    ? { prefix, end: length }
    : { prefix, marker: found.marker, end: length + found.marker.length };
}
