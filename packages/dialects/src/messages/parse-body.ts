import { EngineError } from '@org/engine/errors/engine-error';
import { describeFault } from '@org/protocol/schema';

/** What of a zod schema is needed here. */
interface BodySchema<Body> {
  safeParse(body: unknown): { readonly success: true; readonly data: Body } | { readonly success: false; readonly error: Parameters<typeof describeFault>[0] };
}

/** A body that has the schema's shape. Throws `invalid-request` that names the first field at fault. */
export function parseBody<Body>(schema: BodySchema<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, body);
  throw new EngineError('invalid-request', message, param === '' ? {} : { param });
}
