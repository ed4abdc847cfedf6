import { MarkdownCode } from './markdown-code.js';

/**
 * Text of the model, or the numbers of a marker: `[1]` or `[1, 2]`, with a space before it. `followsWord`: it directly
 * follows a letter or a digit, as an index in code does.
 */
export type MarkerToken =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'marker';
      readonly text: string;
      readonly numbers: readonly number[];
      readonly followsWord: boolean;
    };

/** One source or several, at most eight. */
const markerPattern = /^[ \t]?\[\d{1,6}(?:[ \t]?,[ \t]?\d{1,6}){0,7}\]/;
/** An end of the text that may become a marker. */
const openPattern = /^[ \t]?(?:\[[\d, \t]*)?$/;
/** Characters of the longest marker: eight numbers of six digits, with commas and spaces. */
const maxMarkerLength = 72;

/** What a marker does not directly follow: the text of a link by reference, and a power. */
const notBefore = /[\]^]/;
const wordPattern = /[\p{L}\p{N}_]/u;

/**
 * Separates markers from a text that arrives in any chunks. Code, the texts and references of Markdown links, and a text
 * that is a JSON object contain no markers. It
 * holds back one marker at most, and looks only that far ahead from each character, so that its work is linear.
 */
export class MarkerScanner {
  readonly #code = new MarkdownCode();
  #heldBack = '';
  /** The character before the next one; empty at the start and after a marker. */
  #previous = '';
  /** Undefined until the first character that is no space. */
  #isObject: boolean | undefined;

  *push(chunk: string): Generator<MarkerToken, void, void> {
    const text = this.#heldBack + chunk;
    this.#heldBack = '';
    let read = 0;
    let at = 0;
    while (at < text.length) {
      const char = text.charAt(at);
      this.#code.push(char);
      if (char.trim() !== '') this.#isObject ??= char === '{';
      const isLiteral =
        this.#code.isCode || this.#isObject === true || (char === '[' && notBefore.test(this.#previous));
      const ahead = canStartMarker(char) && !isLiteral ? text.slice(at, at + maxMarkerLength) : '';
      const marker = markerPattern.exec(ahead)?.[0] ?? '';
      const end = at + marker.length;
      if (ahead !== '' && isOpen(marker, ahead, text.length - at)) {
        this.#heldBack = ahead;
        break;
      }
      if (marker === '' || text[end] === '(' || (text[end] === ':' && this.#startsLine(marker))) {
        this.#previous = char;
        at += 1;
      } else {
        yield* textToken(text.slice(read, at));
        yield this.#markerToken(marker);
        this.#code.push(']');
        this.#previous = '';
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
    yield* markerPattern.test(rest) ? [this.#markerToken(rest)] : textToken(rest);
  }

  /** Whether a marker is the first text of its line, as the definition of a reference is. */
  #startsLine(marker: string): boolean {
    return marker.startsWith('[') && (this.#previous === '' || this.#previous === '\n');
  }

  #markerToken(text: string): MarkerToken {
    const followsWord = text.startsWith('[') && wordPattern.test(this.#previous);
    return { type: 'marker', text, numbers: [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)), followsWord };
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
