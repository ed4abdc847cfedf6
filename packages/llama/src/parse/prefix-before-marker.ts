import { firstMarker, partialSuffix } from '@org/engine';

/** Maximum name length: no more text is buffered, or searched again with each chunk. */
const maxPrefixLength = 1_024;

/** The prefix of a text up to the first of several markers. */
export interface PrefixBeforeMarker {
  /** The part of the prefix that is certain. */
  readonly prefix: string;
  /** Absent while the marker may still arrive. */
  readonly marker?: string;
  /** Offset after the marker. */
  readonly end: number;
}

/** The word before the first of these markers, if it does not exceed the maximum length. */
export function prefixBeforeMarker(text: string, markers: readonly string[]): PrefixBeforeMarker | undefined {
  const found = firstMarker(text, markers);
  const length = found?.at ?? text.length - partialSuffix(text, markers);
  if (length > maxPrefixLength) return undefined;
  const prefix = text.slice(0, length);
  return found === undefined
    ? { prefix, end: length }
    : { prefix, marker: found.marker, end: length + found.marker.length };
}
