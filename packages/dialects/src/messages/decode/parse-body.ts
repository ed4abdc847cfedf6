import { EngineError } from '@org/engine/errors/engine-error';
import { describeFault, parseJson, type WireSchema } from '@org/protocol/schema';

/** A body that has the schema's shape. Throws `invalid-request` that names the first field at fault. */
export function parseBody<Body>(schema: WireSchema<Body>, body: unknown): Body {
  const parsed = parseJson(schema, body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, body);
  throw new EngineError('invalid-request', message, param === '' ? {} : { param });
}
