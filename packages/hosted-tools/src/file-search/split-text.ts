import type { CountTokens } from '../shared/estimate-tokens.js';

/** A sentence or line of a text, with the spaces after it. */
export interface Sentence {
  /** In UTF-16 units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** A paragraph ends with it. */
  readonly endsParagraph: boolean;
}

/** Ends of sentences and lines. It reads each character once: nothing in it can be matched in two ways. */
const sentenceEnds = /(?:[.!?…]["'”’)\]]{0,3}(?=\s)|[。!?])\s*|\n\s*/g;

/**
 * The sentences of a text, in order and without gaps. One with more than `maxTokens` is split, between words where it
 * has any.
 */
export function* splitText(text: string, maxTokens: number, countTokens: CountTokens): Generator<Sentence, void, void> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(sentenceEnds)) {
    yield* split(text, start, index + end.length, maxTokens, countTokens);
    start = index + end.length;
  }
  if (start < text.length) yield* split(text, start, text.length, maxTokens, countTokens);
}

function* split(
  text: string,
  start: number,
  end: number,
  maxTokens: number,
  countTokens: CountTokens,
): Generator<Sentence, void, void> {
  let from = start;
  while (from < end) {
    const to = endOfPart(text, from, end, maxTokens, countTokens);
    const part = text.slice(from, to);
    const endsParagraph = to === end && /\n[^\S\n]*\n\s*$/.test(part.slice(-64));
    yield { start: from, end: to, tokens: countTokens(part), endsParagraph };
    from = to;
  }
}

/** Characters of which no vocabulary makes fewer tokens than this: a longer text is not counted to find its end. */
const maxCharactersPerToken = 16;

/** Where a part from `start` on ends that has at most `maxTokens`, and at least one character. */
function endOfPart(text: string, start: number, end: number, maxTokens: number, countTokens: CountTokens): number {
  let to = Math.min(end, start + maxTokens * maxCharactersPerToken);
  let tokens = countTokens(text.slice(start, to));
  while (tokens > maxTokens && to - start > 1) {
    const fitting = Math.floor(((to - start) * maxTokens) / tokens);
    to = start + Math.max(1, Math.min(to - start - 1, fitting));
    tokens = countTokens(text.slice(start, to));
  }
  if (to === end) return to;
  const space = lastSpace(text, start + Math.ceil((to - start) / 2), to);
  return space ?? afterCompleteCharacter(text, start, to);
}

/** The end of the last word that ends within the range. */
function lastSpace(text: string, from: number, to: number): number | undefined {
  for (let at = to; at > from; at -= 1) if (/\s/.test(text.charAt(at - 1))) return at;
  return undefined;
}

function afterCompleteCharacter(text: string, start: number, to: number): number {
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(to - 1)) && /[\udc00-\udfff]/.test(text.charAt(to));
  if (!splitsPair) return to;
  return to - 1 > start ? to - 1 : to + 1;
}
