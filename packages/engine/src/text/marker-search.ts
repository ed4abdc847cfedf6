/** Length of the longest suffix of `text` that starts one of `markers` without completing it, and must be held back. */
export function partialSuffix(text: string, markers: readonly string[]): number {
  let longest = 0;
  for (const marker of markers) {
    const maxOverlap = Math.min(marker.length - 1, text.length);
    for (let length = maxOverlap; length > longest; length -= 1) {
      if (text.endsWith(marker.slice(0, length))) {
        longest = length;
        break;
      }
    }
  }
  return longest;
}

/**
 * The marker that is completed first; of two that end together the longer one. The choice by end instead of start
 * makes the result independent of the chunk boundaries.
 */
export function firstMarker(
  text: string,
  markers: readonly string[],
): { readonly at: number; readonly marker: string } | undefined {
  let found: { at: number; marker: string } | undefined;
  for (const marker of markers) {
    const at = marker === '' ? -1 : text.indexOf(marker);
    if (at === -1) continue;
    const end = at + marker.length;
    const foundEnd = found === undefined ? Number.POSITIVE_INFINITY : found.at + found.marker.length;
    if (end < foundEnd || (end === foundEnd && at < (found?.at ?? 0))) found = { at, marker };
  }
  return found;
}
