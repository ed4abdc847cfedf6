// POST /v1/responses/input_tokens: a count request may leave out what a generation request requires.
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
 * Validates the body. Returns the request whose input is to be counted, which is yet to be validated as one: a null
 * equals an absent field.
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
 * The turn whose input is counted. `personality` is a field of counts alone: the service forwards it to an upstream
 * of this dialect, and it has no meaning for other models.
 */
export function decodeCountRequest(request: ResponseCreateParams, options: DecodeOptions): TurnRequest {
  const { personality, ...asked } = request;
  const turn = decodeRequest(asked, { ...options, allowsNoInput: true });
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

/** The count as the API returns it, or as an upstream of this dialect reported it. */
export function encodeInputCount({
  inputTokens,
  extensions,
}: {
  readonly inputTokens: number;
  readonly extensions?: Extensions;
}): InputTokenCountResponse {
  return { ...extensions?.responses, object: 'response.input_tokens', input_tokens: inputTokens };
}
