import { isUtf8 } from 'node:buffer';
import { EngineError, parseExactly, parsePlainNames } from '@org/engine';
import { locateJsonFault } from './locate-json-fault.js';
import { scanJson, type JsonLimits } from './scan-json.js';

/**
 * Parses the JSON value of a body. Throws `invalid-request` that names the error and its position, and never repeats
 * the text.
 *
 * Members named `__proto__` become plain own properties, and of members with the same name the last one counts: both
 * as in JSON.parse. Numbers that JavaScript would write otherwise retain their source text (`parseExactly`); the
 * schema of the body turns those that the service reads into plain numbers.
 */
export function parseJsonBody(bytes: Buffer, limits: JsonLimits): unknown {
  if (bytes.length === 0) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  if (!isUtf8(bytes)) throw new EngineError('invalid-request', 'The body is not valid UTF-8.');
  const findings = scanJson(bytes, limits);
  const text = withoutByteOrderMark(bytes).toString('utf8');
  try {
    if (findings.numbers) return parseExactly(text);
    return findings.names ? JSON.parse(text) : parsePlainNames(text);
  } catch {
    const { expected, line, column } = locateJsonFault(text);
    throw new EngineError(
      'invalid-request',
      `The body is not valid JSON: expected ${expected} at line ${line}, column ${column}.`,
    );
  }
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
