import { termsOf } from './terms.js';

/** Characters of the passages between which the best is chosen. */
const windowLength = 1_200;
/** Maximum number of paragraphs that are compared: a search must not wait for a long text. */
const maxParagraphs = 300;

/** The part of a text with most of the query's terms, from the start of a paragraph. A short text is returned as it is. */
export function bestPassage(text: string, query: string): string {
  if (text.length <= windowLength) return text;
  const wanted = new Set(termsOf(query));
  const starts = [0, ...[...text.matchAll(/\n\s*\n/g)].map(({ index, 0: gap }) => index + gap.length)];
  let best = { start: 0, score: -1 };
  for (const start of starts.slice(0, maxParagraphs)) {
    const found = new Set(termsOf(text.slice(start, start + windowLength)).filter((term) => wanted.has(term)));
    if (found.size > best.score) best = { start, score: found.size };
    if (found.size === wanted.size) break;
  }
  return text.slice(best.start);
}
