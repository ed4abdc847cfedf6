/** Longer words, such as encoded bytes, are truncated. */
const maxWordUnits = 64;

/** Most words need nothing of what follows. */
const ascii = /^\w*$/;
const innerCase = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}/u;
const run = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no spaces between words. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const unspacedRun = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u');
/** The parts of an identifier such as `parseHTTPHeader2`. */
const identifierPart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;
/** Marks of Latin, Greek and Cyrillic letters. Those of kana distinguish letters, so they remain. */
const diacritics = /[\u0300-\u036f]/gu;

/**
 * The words of a text as a search compares them, in order, with repetitions: in lower case, without diacritics, `ß` as
 * `ss`. An identifier in camel case gives itself and its parts. A text in a script without spaces gives each pair of
 * neighboring characters, so that two characters of Japanese find each other.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [found] of text.normalize('NFKC').matchAll(run))
    if (ascii.test(found)) pushWord(words, found);
    else
      for (const [part] of found.matchAll(unspacedRun)) {
        if (isUnspaced(part)) pushPairs(words, part);
        else pushWord(words, part);
      }
  return words;
}

/** Whether a word of {@link wordsOf} is in a script without spaces: one character, or a pair. */
export function isUnspaced(word: string): boolean {
  return startsUnspaced.test(word);
}

function pushWord(words: string[], word: string): void {
  const folded = fold(word);
  if (folded === '') return;
  words.push(folded);
  if (!hasInnerCase(word)) return;
  for (const [part] of word.matchAll(identifierPart)) {
    const foldedPart = fold(part);
    if (foldedPart !== '' && foldedPart !== folded) words.push(foldedPart);
  }
}

/** A capital after a small letter or a digit, or before a small letter after another capital. */
function hasInnerCase(word: string): boolean {
  return innerCase.test(word);
}

function fold(word: string): string {
  const folded = ascii.test(word) ? word.toLowerCase() : withoutDiacritics(word);
  return folded.length > maxWordUnits ? folded.slice(0, maxWordUnits).toWellFormed() : folded;
}

function withoutDiacritics(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(diacritics, '').normalize('NFC').replaceAll('ß', 'ss');
}

function pushPairs(words: string[], text: string): void {
  const characters = Array.from(text);
  if (characters.length === 1) words.push(text);
  for (let at = 0; at + 1 < characters.length; at++) words.push(`${characters[at]}${characters[at + 1]}`);
}
