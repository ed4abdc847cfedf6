import { isExactNumber, type JsonObject, type JsonValue, parseExactly } from '@org/engine';
import { withFieldChanges } from '../attempt.js';
import { type ReplacedValue, valueAt } from '../changed-value.js';
import type { ApiRule } from '../targets.js';

const integerPattern =
  /\b(?:expected|valid|must be|should be|be) (?:an? )?(?:valid )?(?:integer|int\b|[iu](?:8|16|32|64)|usize)|\bint_(?:type|from_float|parsing)\b|invalid type: floating point/i;
const numberPattern =
  /\b(?:expected|valid|must be|should be|be) (?:an? )?(?:valid )?(?:number|float|f32|f64)|\bfloat_(?:type|parsing)\b|invalid type: string\b[^\n]{0,120}\bexpected [iuf]\d{1,2}\b/i;
/** What clients and models wrote themselves: the notation of numbers there is part of the content. */
const contentRoots: ReadonlySet<string> = new Set(['input', 'messages', 'system', 'tools', 'metadata', 'text']);

/** Notations of numbers that a server takes for another type. The value stays the same. */
export const apiNumberRules: readonly ApiRule[] = [
  {
    id: 'number-notation',
    servers: ['OpenAI', 'vLLM', 'pydantic', 'serde', 'gateways'],
    rejects: 'an integer that the client wrote as `40.0`, or a number that it wrote as a string',
    fallback: 'sends the same number as an integer, or as a number',
    match: [
      { status: [400, 422], text: integerPattern },
      { status: [400, 422], text: numberPattern },
    ],
    // The notation is that of this request.
    cache: 'never',
    applies: ({ payload }) => payload.isPassthrough,
    patch: (attempt, { at, text }) => {
      const { body } = attempt.payload;
      const isInteger = integerPattern.test(text);
      const changes = [...new Set(at)].flatMap((path) => rewritten(body, path.split('.'), isInteger) ?? []);
      return changes.length === 0 ? undefined : withFieldChanges(attempt, changes);
    },
  },
];

/** The number at `path` in a plain notation; `undefined` where it has one or where the value would change. */
function rewritten(body: JsonObject, path: readonly string[], isInteger: boolean): ReplacedValue | undefined {
  const value = contentRoots.has(path[0] ?? '') ? undefined : valueAt(body, path);
  const written = typeof value === 'string' ? value : isExactNumber(value) ? JSON.stringify(value) : undefined;
  if (value === undefined || written === undefined) return undefined;
  const replacement = isInteger ? integerOf(written) : typeof value === 'string' ? numberOf(written) : undefined;
  return replacement === undefined ? undefined : { path, value, replacement };
}

/** Only zeros may follow the point. */
function integerOf(written: string): JsonValue | undefined {
  const digits = /^(-?(?:0|[1-9]\d{0,30}))(?:\.0{1,30})?$/.exec(written)?.[1];
  return digits === undefined ? undefined : parseExactly(digits);
}

function numberOf(written: string): JsonValue | undefined {
  return /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/.test(written) ? parseExactly(written) : undefined;
}
