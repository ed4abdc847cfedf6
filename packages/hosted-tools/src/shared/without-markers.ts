/** The marks of sources within a text, such as `[3]` of an encyclopedia. */
const markers = /\[(\d{1,6}(?:\s*,\s*\d{1,6})*)\]/g;

/** The text with its marks in round brackets: the model would cite another source by them. */
export function withoutMarkers(text: string): string {
  return text.replaceAll(markers, '($1)');
}
