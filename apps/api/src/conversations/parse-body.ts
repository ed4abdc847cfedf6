import { EngineError } from '@org/engine/errors/engine-error';
import { losesMetadata } from '@org/protocol/responses';
import { describeFault } from '@org/protocol/schema';
import type { z } from 'zod';

/** Checks a parsed JSON body. Throws `invalid-request` that names the path, the rule and the kind of value. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (losesMetadata(body)) throw new EngineError('invalid-request', "metadata: a key may not be '__proto__'.", { param: 'metadata' });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, body);
  throw new EngineError('invalid-request', message, param === '' ? {} : { param });
}
