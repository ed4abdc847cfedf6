import { parseJson, withoutOptionalNulls, type RequestSchema } from '@org/protocol/schema';

export interface Written<Body> {
  readonly parsed: ReturnType<typeof parseJson<Body>>;
  /** What was judged. */
  readonly value: unknown;
}

/** A body as clients write it: one with a fault is judged without the nulls that say nothing, with which languages fill members that nobody has set. */
export function parseWritten<Body>(schema: RequestSchema<Body>, body: unknown): Written<Body> {
  const parsed = parseJson(schema, body);
  if (parsed.success) return { parsed, value: body };
  const value = withoutOptionalNulls(schema, body);
  return { parsed: value === body ? parsed : parseJson(schema, value), value };
}
