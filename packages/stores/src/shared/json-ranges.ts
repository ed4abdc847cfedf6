// Locates values in JSON text, so that readers can parse a long text in parts and skip what they do not need. The
// text is UTF-8 output of `JSON.stringify`: without whitespace between tokens, and not validated.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Byte range of a value; the end is exclusive. */
export interface JsonRange {
  readonly start: number;
  readonly end: number;
}

export function isArrayAt(json: Uint8Array, at: number): boolean {
  return json[at] === openBracket;
}

export function isObjectAt(json: Uint8Array, at: number): boolean {
  return json[at] === openBrace;
}

export function isStringAt(json: Uint8Array, at: number): boolean {
  return json[at] === quote;
}

/** End offset of the value that starts at `start`. */
export function endOfValue(json: Buffer, start: number): number {
  const first = json[start];
  if (first === quote) return endOfString(json, start);
  if (first !== openBrace && first !== openBracket) return endOfScalar(json, start);
  let at = start;
  for (let depth = 0; at < json.length;) {
    const byte = json[at];
    if (byte === quote) {
      at = endOfString(json, at);
      continue;
    }
    at += 1;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    if (depth === 0) break;
  }
  return at;
}

/** The elements of the array that starts at `start`, in order. Returns the end offset of the array. */
export function* elementsAt(json: Buffer, start: number): Generator<JsonRange, number, void> {
  let at = start + 1;
  while (at < json.length && json[at] !== closeBracket) {
    const end = endOfValue(json, at);
    yield { start: at, end };
    at = json[end] === comma ? end + 1 : end;
  }
  return at + 1;
}

/** End offset of the string whose quote is at `start`; of the text, if the string has none. */
export function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = json.indexOf(quote, at);
    if (at === -1) return json.length;
    let escapes = 0;
    while (json[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

/** A number, or one of the three literals. */
function endOfScalar(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== comma && json[at] !== closeBracket && json[at] !== closeBrace) at += 1;
  return at;
}
