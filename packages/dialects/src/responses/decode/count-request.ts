// POST /v1/responses/input_tokens: a request that is counted may leave open what one that is answered must say.
import type { Extensions, TurnRequest } from '@org/engine';
import {
  inputTokenCountParamsSchema,
  type InputTokenCountResponse,
  type ResponseCreateParams,
} from '@org/protocol/responses';
import type { DecodeOptions } from '../../dialect.js';
import { decodeRequest } from './decode-request.js';
import { parseBody } from './parse-body.js';
import { refuse } from './refuse.js';

const fields: ReadonlySet<string> = new Set(Object.keys(inputTokenCountParamsSchema.shape));

/**
 * Checks the body. Returns the request whose input is to be counted, which is yet to be checked as one: a null says no more
 * than an absent field.
 */
export function parseCountRequest(body: unknown): Readonly<Record<string, unknown>> {
  const asked = parseBody(inputTokenCountParamsSchema, body);
  if (typeof asked.model !== 'string') {
    refuse(
      'model',
      "Missing required parameter: 'model'. The token count depends on the model.",
      'missing_required_parameter',
    );
  }
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => value !== null || !fields.has(name)));
}

/**
 * The turn whose input is counted. `personality` is a field of counts alone: an upstream of this dialect is told of it, and it means
 * nothing to other models.
 */
export function decodeCountRequest(request: ResponseCreateParams, options: DecodeOptions): TurnRequest {
  const { personality, ...asked } = request;
  const turn = decodeRequest(asked, { ...options, unanswered: true });
  if (options.native !== 'responses' || typeof personality !== 'string') return turn;
  const { generation } = turn;
  return {
    ...turn,
    generation: {
      ...generation,
      extensions: { ...generation.extensions, responses: { ...generation.extensions?.responses, personality } },
    },
  };
}

/** The count as the wire says it, or as an upstream of this dialect has said it. */
export function encodeInputCount({
  inputTokens,
  extensions,
}: {
  readonly inputTokens: number;
  readonly extensions?: Extensions;
}): InputTokenCountResponse {
  return { ...extensions?.responses, object: 'response.input_tokens', input_tokens: inputTokens };
}
