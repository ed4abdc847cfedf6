import { MarkdownCode } from './markdown-code.js';

/** Text of the model, or the numbers of a marker: `[1]` or `[1, 2]`, with a space before it. */
export type MarkerToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'marker'; readonly text: string; readonly numbers: readonly number[] };

/** One source or several, at most eight. */
const markerPattern = /^[ \t]?\[\d{1,6}(?:[ \t]?,[ \t]?\d{1,6}){0,7}\]/;
/** An end of the text that may become a marker. */
const openPattern = /^[ \t]?(?:\[[\d, \t]*)?$/;
/** Characters of the longest marker: eight numbers of six digits, with commas and spaces. */
const maxMarkerLength = 72;

/**
 * Separates markers from a text that arrives in any chunks. Code and the texts of Markdown links contain no markers. It
 * holds back one marker at most, and looks only that far ahead from each character, so that its work is linear.
 */
export class MarkerScanner {
  readonly #code = new MarkdownCode();
  #heldBack = '';

  *push(chunk: string): Generator<MarkerToken, void, void> {
    const text = this.#heldBack + chunk;
    this.#heldBack = '';
    let read = 0;
    let at = 0;
    while (at < text.length) {
      const char = text.charAt(at);
      this.#code.push(char);
      const ahead = canStartMarker(char) && !this.#code.isCode ? text.slice(at, at + maxMarkerLength) : '';
      const marker = markerPattern.exec(ahead)?.[0] ?? '';
      const end = at + marker.length;
      if (ahead !== '' && isOpen(marker, ahead, text.length - at)) {
        this.#heldBack = ahead;
        break;
      }
      if (marker === '' || text[end] === '(') at += 1;
      else {
        yield* textToken(text.slice(read, at));
        yield markerToken(marker);
        this.#code.push(']');
        at = end;
        read = end;
      }
    }
    yield* textToken(text.slice(read, at));
  }

  /** The rest, when the text has ended. */
  *end(): Generator<MarkerToken, void, void> {
    const rest = this.#heldBack;
    this.#heldBack = '';
    yield* markerPattern.test(rest) ? [markerToken(rest)] : textToken(rest);
  }
}

function canStartMarker(char: string): boolean {
  return char === '[' || char === ' ' || char === '\t';
}

/** Whether more text decides what `ahead` is; after a complete marker, its next character shows whether it is a link. */
function isOpen(marker: string, ahead: string, remaining: number): boolean {
  if (marker !== '') return marker.length === remaining;
  return remaining < maxMarkerLength && openPattern.test(ahead);
}

function textToken(text: string): readonly MarkerToken[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function markerToken(text: string): MarkerToken {
  return { type: 'marker', text, numbers: [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)) };
}
