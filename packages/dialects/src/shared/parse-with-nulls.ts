import { parseJson, withoutOptionalNulls, type RequestSchema } from '@org/protocol/schema';

export interface ParsedBody<Body> {
  readonly parsed: ReturnType<typeof parseJson<Body>>;
  /** What was judged. */
  readonly value: unknown;
}

/**
 * Parses a body as clients write it: an invalid body is validated again without meaningless nulls, with which some
 * languages fill unset members.
 */
export function parseWithNulls<Body>(schema: RequestSchema<Body>, body: unknown): ParsedBody<Body> {
  const parsed = parseJson(schema, body);
  if (parsed.success) return { parsed, value: body };
  const value = withoutOptionalNulls(schema, body);
  return { parsed: value === body ? parsed : parseJson(schema, value), value };
}
