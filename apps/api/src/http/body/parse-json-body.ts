import { isUtf8 } from 'node:buffer';
import { EngineError, parseExactly, parsePlainNames, runNow, type Steps } from '@org/engine';
import { buildJson, maxNumberBytes, UnparsableJson } from './build-json.js';
import type { ParseText } from './json-builders.js';
import { isUtf8InSteps } from './json-bytes.js';
import { locateJsonFault } from './locate-json-fault.js';
import { jsonTooLarge, scanJson, scanShortJson, type JsonFindings, type JsonLimits } from './scan-json.js';

/** In which steps a body is parsed. */
export interface ParseSteps {
  /** Approximate number of bytes that are parsed in a step. Default 65,536. */
  readonly chunkBytes?: number;
  /**
   * Up to so many bytes are parsed in one step after the scan, if they hold few values and no rarities: that takes a few
   * milliseconds, and the ends of chunks need no second scan. Default 2 MiB.
   */
  readonly plainBytes?: number;
}

const defaultChunkBytes = 65_536;
const defaultPlainBytes = 2_097_152;
/** The native parser takes less than a millisecond for so many values, in addition to the time for their texts. */
const maxPlainValues = 16_384;

/**
 * Parses the JSON value of a body. Throws `invalid-request` that names the error and its position, and never repeats
 * the text. A body of more than twice `chunkBytes` takes several steps.
 *
 * Members named `__proto__` become plain own properties, and of members with the same name the last one counts: both
 * as in JSON.parse. Numbers that JavaScript would write otherwise retain their source text (`parseExactly`); the
 * schema of the body turns those that the service reads into plain numbers.
 */
export function* parseJsonBody(bytes: Buffer, limits: JsonLimits, steps?: ParseSteps): Steps<unknown> {
  return yield* (yield* scanJsonBody(bytes, limits, steps)).parse();
}

/** A body whose values are counted, and none of them is in memory yet. */
export interface ScannedBody {
  /** Number of values, where each member and each element counts as one. */
  readonly values: number;
  /** As {@link parseJsonBody}. */
  parse(): Steps<unknown>;
}

/** The first half of {@link parseJsonBody}: rejects what exceeds the limits, and counts the values. */
export function* scanJsonBody(
  bytes: Buffer,
  limits: JsonLimits,
  { chunkBytes = defaultChunkBytes, plainBytes = defaultPlainBytes }: ParseSteps = {},
): Steps<ScannedBody> {
  if (bytes.length <= 2 * chunkBytes) {
    const { values, parse } = scanShortJsonBody(bytes, limits);
    return { values, parse: () => inOneStep(parse) };
  }
  if (!(yield* isUtf8InSteps(bytes))) throw notUtf8();
  const findings = yield* scanJson(bytes, limits, chunkBytes);
  return { values: findings.values, parse: () => parseScanned(bytes, findings, { chunkBytes, plainBytes }) };
}

function* parseScanned(
  bytes: Buffer,
  findings: JsonFindings,
  { chunkBytes, plainBytes }: Required<ParseSteps>,
): Steps<unknown> {
  const start = startOfText(bytes);
  try {
    const parse = parserFor(findings);
    const isPlain = !findings.numbers && !findings.names && findings.values <= maxPlainValues;
    if (isPlain && bytes.length <= plainBytes) return parse(bytes.toString('utf8', start));
    return yield* buildJson({ bytes, ends: findings.ends, chunkBytes, parse }, start);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError || thrown instanceof UnparsableJson)) throw thrown;
  }
  throw yield* invalidJson(bytes, start);
}

// eslint-disable-next-line require-yield
function* inOneStep(parse: () => unknown): Steps<unknown> {
  return parse();
}

/** Whether {@link parseJsonBody} takes a single step. */
export function isShortJsonBody(bytes: Buffer): boolean {
  return bytes.length <= 2 * defaultChunkBytes;
}

/** {@link scanJsonBody} in a single step, for most bodies. */
export function scanShortJsonBody(
  bytes: Buffer,
  limits: JsonLimits,
): { readonly values: number; readonly parse: () => unknown } {
  if (bytes.length === 0) throw new EngineError('invalid-request', 'The body is empty; a JSON object was expected.');
  if (!isUtf8(bytes)) throw notUtf8();
  const findings = scanShortJson(bytes, limits);
  return { values: findings.values, parse: () => parseShort(bytes, findings) };
}

function parseShort(bytes: Buffer, findings: JsonFindings): unknown {
  const start = startOfText(bytes);
  try {
    return parserFor(findings)(bytes.toString('utf8', start));
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? runNow(invalidJson(bytes, start)) : thrown;
  }
}

function* invalidJson(bytes: Buffer, start: number): Steps<EngineError> {
  const fault = yield* locateJsonFault(bytes, start);
  if (fault === undefined) return jsonTooLarge(`contains a number of more than ${maxNumberBytes} characters`);
  return new EngineError(
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

/** The offset after the byte order mark, if there is one. */
function startOfText(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
