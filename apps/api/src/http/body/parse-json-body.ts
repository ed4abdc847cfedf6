import { isUtf8 } from 'node:buffer';
import { EngineError, parsePlainNames } from '@org/engine';
import { locateJsonFault } from './locate-json-fault.js';
import { scanJson, type JsonLimits } from './scan-json.js';
import { withExactInputs } from './with-exact-inputs.js';

/**
 * Parses the JSON value of a body. Throws `invalid-request` that names the error and its position, and never repeats
 * the text.
 *
 * Members named `__proto__` become plain own properties, and of members with the same name the last one counts: both
 * as in JSON.parse. Numbers in the inputs of calls retain their source text, see `withExactInputs`.
 */
export function parseJsonBody(bytes: Buffer, limits: JsonLimits): unknown {
  if (bytes.length === 0) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  if (!isUtf8(bytes)) throw new EngineError('invalid-request', 'The body is not valid UTF-8.');
  const findings = scanJson(bytes, limits);
  const text = withoutByteOrderMark(bytes).toString('utf8');
  try {
    const value: unknown = findings.names ? JSON.parse(text) : parsePlainNames(text);
    return findings.numbers && text.includes('tool_use') ? withExactInputs(value, text) : value;
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
