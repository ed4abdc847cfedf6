import { EngineError } from '@org/engine/errors/engine-error';
import { losesMetadata } from '@org/protocol/responses';
import { describeFault, parseJson, type WireSchema } from '@org/protocol/schema';

/** Checks a parsed JSON body. Throws `invalid-request` that names the path, the rule and the kind of value. */
export function parseBody<Body>(schema: WireSchema<Body>, body: unknown): Body {
  if (losesMetadata(body)) throw new EngineError('invalid-request', "metadata: a key may not be '__proto__'.", { param: 'metadata' });
  const parsed = parseJson(schema, body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, body);
  throw new EngineError('invalid-request', message, param === '' ? {} : { param });
}
