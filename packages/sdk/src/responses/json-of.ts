import { ClientError } from '../api-error.js';
import type { Message, Response as ModelResponse } from './response-types.js';
import { textOf } from './text-of.js';

/**
 * What an answer says as JSON, as its `output_config.format` or `text.format` asked for, and as `parse` gives it, such as a schema's
 * `parse`. Throws what `parse` throws, and ClientError when the text is no JSON: the model refused, or was cut off, and it says so.
 */
export function jsonOf<Value>(response: Message | ModelResponse, parse: (value: unknown) => Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(textOf(response));
  } catch (cause) {
    throw new ClientError(`The text of the response is not JSON: ${endOf(response)}`, { cause });
  }
  return parse(value);
}

/** How the answer ended, in the words of its dialect. */
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
