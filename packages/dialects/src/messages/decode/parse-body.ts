import { EngineError } from '@org/engine';
import { describeFault, type RequestSchema } from '@org/protocol/schema';
import { parseWithNulls } from '../../shared/parse-with-nulls.js';

/** A body that has the schema's shape. Throws `invalid-request` that names the first field at fault. */
export function parseBody<Body>(schema: RequestSchema<Body>, body: unknown): Body {
  const { parsed, value } = parseWithNulls(schema, body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, value);
  throw new EngineError('invalid-request', message, param === '' ? {} : { param });
}
