// The body of a request against the wire's schema.
import { describeFault, parseJson } from '@org/protocol/schema';
import { losesMetadata, responseCreateParamsSchema, type ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from './refuse.js';

/** Checks a parsed JSON body. Throws `invalid-request` that names the path, the rule and the kind of value. */
export function parseRequest(body: unknown): ResponseCreateParams {
  if (losesMetadata(body)) refuse('metadata', "metadata: a key may not be '__proto__'.");
  const parsed = parseJson(responseCreateParamsSchema, body);
  if (parsed.success) return parsed.data;
  const { param, message } = describeFault(parsed.error, body);
  refuse(param, message);
}
