import { isUtf8 } from 'node:buffer';
import { EngineError, parseExactly, parsePlainNames, type Steps } from '@org/engine';
import { buildJson, maxNumberBytes, UnparsableJson } from './build-json.js';
import type { ParseText } from './json-builders.js';
import { isUtf8InSteps } from './json-bytes.js';
import { locateJsonFault } from './locate-json-fault.js';
import { jsonTooLarge, scanJson, scanShortJson, type JsonFindings, type JsonLimits } from './scan-json.js';

/** Approximate number of bytes that are parsed in a step. */
const chunkLength = 65_536;

/**
 * Parses the JSON value of a body. Throws `invalid-request` that names the error and its position, and never repeats
 * the text. A body of more than twice `chunkBytes` takes several steps.
 *
 * Members named `__proto__` become plain own properties, and of members with the same name the last one counts: both
 * as in JSON.parse. Numbers that JavaScript would write otherwise retain their source text (`parseExactly`); the
 * schema of the body turns those that the service reads into plain numbers.
 */
export function* parseJsonBody(bytes: Buffer, limits: JsonLimits, chunkBytes: number = chunkLength): Steps<unknown> {
  if (bytes.length === 0) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  try {
    if (bytes.length <= 2 * chunkBytes) {
      if (!isUtf8(bytes)) throw notUtf8();
      return parserFor(scanShortJson(bytes, limits))(bytes.toString('utf8', start));
    }
    if (!(yield* isUtf8InSteps(bytes))) throw notUtf8();
    const findings = yield* scanJson(bytes, limits, chunkBytes);
    return yield* buildJson({ bytes, ends: findings.ends, chunkBytes, parse: parserFor(findings) }, start);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError || thrown instanceof UnparsableJson)) throw thrown;
  }
  const fault = yield* locateJsonFault(bytes, start);
  if (fault === undefined) throw jsonTooLarge(`contains a number of more than ${maxNumberBytes} characters`);
  throw new EngineError(
    'invalid-request',
    `The body is not valid JSON: expected ${fault.expected} at line ${fault.line}, column ${fault.column}.`,
  );
}

function parserFor({ numbers, names }: JsonFindings): ParseText {
  if (numbers) return parseExactly;
  return names ? parseAnyNames : parsePlainNames;
}

function parseAnyNames(text: string): unknown {
  return JSON.parse(text);
}

function notUtf8(): EngineError {
  return new EngineError('invalid-request', 'The body is not valid UTF-8.');
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
