import { ClientError } from '../api-error.js';
import type { Message, Response as ModelResponse } from './response-types.js';
import { getOutputText } from './get-output-text.js';

/**
 * The JSON of a response that was requested with `output_config.format` or `text.format`, as returned by `parse`,
 * such as a schema's `parse`. Throws what `parse` throws, and ClientError when the text is not JSON because the model
 * refused or the response was truncated; the message gives the reason.
 */
export function parseJsonOutput<Value>(response: Message | ModelResponse, parse: (value: unknown) => Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(getOutputText(response));
  } catch (cause) {
    throw new ClientError(`The text of the response is not JSON: ${endOf(response)}`, { cause });
  }
  return parse(value);
}

/** The stop reason of the response, in the words of its dialect. */
function endOf(response: Message | ModelResponse): string {
  if (isMessage(response)) return `its stop_reason is ${response.stop_reason ?? 'missing'}`;
  const refusal = response.output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .find((part) => part.type === 'refusal');
  if (refusal !== undefined) return `the model refused: ${refusal.refusal}`;
  const reason = response.incomplete_details?.reason;
  return `its status is ${response.status}${reason === undefined ? '' : ` (${reason})`}`;
}

function isMessage(response: Message | ModelResponse): response is Message {
  return 'type' in response && response.type === 'message';
}
