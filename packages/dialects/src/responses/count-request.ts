// POST /v1/responses/input_tokens: a request that is counted may leave open what one that is answered must say.
import { inputTokenCountParamsSchema } from '@org/protocol/responses';
import { describeFault, parseJson } from '@org/protocol/schema';
import { refuse } from './refuse.js';

const fields: ReadonlySet<string> = new Set(Object.keys(inputTokenCountParamsSchema.shape));

/**
 * Checks the body. Returns the request whose input is to be counted, which is yet to be checked as one: a null says no more
 * than an absent field, and `personality` means nothing to the models here.
 */
export function parseCountRequest(body: unknown): Readonly<Record<string, unknown>> {
  const parsed = parseJson(inputTokenCountParamsSchema, body);
  if (!parsed.success) {
    const { param, message } = describeFault(parsed.error, body);
    refuse(param, message);
  }
  const { personality: _, ...asked } = parsed.data;
  if (typeof asked.model !== 'string') {
    refuse('model', "Missing required parameter: 'model'. Every model here counts tokens in its own way.", 'missing_required_parameter');
  }
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => value !== null || !fields.has(name)));
}
