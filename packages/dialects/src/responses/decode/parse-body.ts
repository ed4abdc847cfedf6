import { describeFault, type FaultKind, type RequestSchema } from '@org/protocol/schema';
import { hasProtoMetadataKey } from '@org/protocol/responses';
import { parseWithNulls } from '../../shared/parse-with-nulls.js';
import { refuse } from './refuse.js';

/** What the vendor calls the rule that a body breaks. */
const codes: Readonly<Record<FaultKind, string>> = {
  missing: 'missing_required_parameter',
  'wrong-type': 'invalid_type',
  'wrong-value': 'invalid_value',
  'string-too-short': 'empty_string',
  'string-too-long': 'string_above_max_length',
  'list-too-short': 'empty_array',
  'list-too-long': 'array_above_max_length',
};

/** A body that has the schema's shape. Throws `invalid-request` that names the path, the rule and the kind of value. */
export function parseBody<Body>(schema: RequestSchema<Body>, body: unknown): Body {
  if (hasProtoMetadataKey(body)) refuse('metadata', "metadata: a key must not be '__proto__'.", 'invalid_value');
  const { parsed, value } = parseWithNulls(schema, body);
  if (parsed.success) return parsed.data;
  const { param, message, kind } = describeFault(parsed.error, value);
  refuse(param, message, codes[kind]);
}
