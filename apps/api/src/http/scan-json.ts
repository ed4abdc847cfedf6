// Bounds a JSON text before it is parsed: what passes JSON.parse can still overflow the stack or fill the memory of
// everything that walks it later.
import { EngineError } from '@org/engine/errors/engine-error';

export interface JsonLimits {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Most values, members and elements counted alike. */
  readonly values: number;
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Throws when `bytes` nests deeper or holds more values than allowed. Reads UTF-8 byte by byte (no structural character
 * of JSON occurs inside a multi-byte one) and makes no claim about the rest of the syntax. Linear, allocates nothing.
 */
export function scanJson(bytes: Buffer, limits: JsonLimits): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case openBracket:
      case openBrace:
        if (++depth > limits.depth) throw tooMuch(`is nested deeper than ${limits.depth} levels`);
        values++;
        break;
      case closeBracket:
      case closeBrace:
        depth--;
        break;
      case comma:
        values++;
        break;
    }
    if (values > limits.values) throw tooMuch(`holds more than ${limits.values} values`);
  }
}

/** Index of the quote that closes the string which opens at `start`, or the last index. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(quote, at + 1);
    if (at < 0) return bytes.length;
    let escapes = 0;
    while (bytes[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

function tooMuch(what: string): EngineError {
  return new EngineError('invalid-request', `The body ${what}.`);
}
