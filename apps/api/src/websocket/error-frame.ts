import { responsesDialect } from '@org/dialects/responses';
import { type EngineError, type JsonObject, objectOf } from '@org/engine';

/**
 * The frame of a failure, with the status and the retry headers of an HTTP response; `limits` adds the rate limit
 * headers.
 */
export function errorFrame(
  error: EngineError,
  requestId: string,
  limits: Readonly<Record<string, string>> = {},
): JsonObject {
  const { status, headers: own, body } = responsesDialect.encodeError(error, requestId);
  const headers = { ...own, ...limits };
  const hints = Object.keys(headers).length === 0 ? {} : { headers };
  return { type: 'error', status, error: { ...objectOf(body['error']), ...hints } };
}

/** The response to every steering attempt: no response accepts input while it is generated. */
export function steeringRefused(steer: { readonly input: unknown; readonly previous_response_id: string }): object {
  return {
    type: 'response.steer.failed',
    sequence_number: 0,
    error: {
      type: 'invalid_request_error',
      code: 'steering_not_supported',
      message: 'A running response cannot be steered; send a new response.create when it has ended.',
    },
    steer: { input: steer.input, previous_response_id: steer.previous_response_id },
  };
}
