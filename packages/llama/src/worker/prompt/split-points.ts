/**
 * A position where every known byte-pair tokenizer splits: after a single line feed between a visible character and a
 * letter.
 */
const lineStart = { before: /\S/, after: /[A-Za-z]/ };
/** A position where the known tokenizers split: after a word or a number, before any other character. */
const wordEnd = { before: /[\p{L}\p{N}]/u, after: /[\s"(),:;<>[\]{}]/ };

/**
 * Maximum segment length, in UTF-16 code units. For some vocabularies the engine recurses once per character of a run
 * ("aaaa", "....", "漢漢漢"): a run of some 30,000 overflows its stack and ends the process with all its completions.
 */
const maxPrefillChunkLength = 8_000;

/**
 * Yields split points of `text` from `start` to `end`, so that no segment takes long or is too long. It splits after
 * a line once there are `maxLength` units; without a next line, after a word; and in a run without words anywhere, which
 * may cost a token.
 */
export function* splitPoints(
  text: string,
  start: number,
  end: number,
  maxLength = maxPrefillChunkLength,
): Generator<number> {
  for (let at = start; end - at > maxLength;) {
    const offset = nextSplit(text.slice(at, Math.min(end, at + maxPrefillChunkLength + 1)), maxLength);
    if (offset === undefined) return;
    at += offset;
    yield at;
  }
}

/** Length of the first segment of `text`; nothing where no split is needed. */
function nextSplit(text: string, maxLength: number): number | undefined {
  const line = lastLine(text, maxLength) ?? firstLine(text, maxLength);
  if (line !== undefined || text.length <= maxPrefillChunkLength) return line;
  return (
    lastWord(text) ??
    (isHighSurrogate(text, maxPrefillChunkLength - 1) ? maxPrefillChunkLength - 1 : maxPrefillChunkLength)
  );
}

function lastLine(text: string, maxLength: number): number | undefined {
  for (let at = text.lastIndexOf('\n', maxLength - 1); at > 0; at = text.lastIndexOf('\n', at - 1))
    if (beginsLine(text, at + 1)) return at + 1;
  return undefined;
}

function firstLine(text: string, from: number): number | undefined {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (beginsLine(text, at + 1)) return at + 1;
  return undefined;
}

function beginsLine(text: string, at: number): boolean {
  return lineStart.before.test(text.charAt(at - 2)) && lineStart.after.test(text.charAt(at));
}

function lastWord(text: string): number | undefined {
  for (let at = maxPrefillChunkLength; at > 0; at -= 1)
    if (wordEnd.after.test(text.charAt(at)) && wordEnd.before.test(text.charAt(at - 1))) return at;
  return undefined;
}

/** Half of a character is none. */
function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
