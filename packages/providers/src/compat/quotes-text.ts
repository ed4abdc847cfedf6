import { isObject, type JsonObject } from '@org/engine';

/** Number of characters of a text that identify it: servers shorten what they quote. */
const quotedCharacters = 32;
/** A shorter text, or a single word, may be a name of the API. */
const minTextLength = 12;

/**
 * Whether an error quotes a text of the sent body, such as a prompt. A rule may then have matched the client's own words:
 * they may fix this request, but decide nothing about the next ones.
 */
export function quotesText(error: string, body: JsonObject): boolean {
  const written = wordsOf(error);
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      const start = value.trimStart().slice(0, quotedCharacters);
      const words = wordsOf(start);
      if (words.length >= minTextLength && /\s/.test(start) && written.includes(words)) return true;
    } else if (Array.isArray(value)) for (const element of value) waiting.push(element);
    else if (isObject(value)) for (const member of Object.values(value)) waiting.push(member);
  }
  return false;
}

/** A text without the characters that a quote may escape. */
function wordsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
