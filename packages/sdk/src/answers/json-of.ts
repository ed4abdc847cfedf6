import { ClientError } from '../api-error.js';
import type { Message, Response as ModelResponse } from './answer-types.js';
import { textOf } from './text-of.js';

/**
 * What an answer says as JSON, as its `output_config.format` or `text.format` asked for, and as `parse` gives it, such as a schema's
 * `parse`. Throws what `parse` throws, and ClientError when the text is no JSON: the model refused, or was cut off, and it says so.
 */
export function jsonOf<Value>(answer: Message | ModelResponse, parse: (value: unknown) => Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(textOf(answer));
  } catch (cause) {
    throw new ClientError(`The text of the answer is no JSON: ${endOf(answer)}`, { cause });
  }
  return parse(value);
}

/** How the answer ended, in the words of its dialect. */
function endOf(answer: Message | ModelResponse): string {
  if (isMessage(answer)) return `its stop_reason is ${answer.stop_reason ?? 'missing'}`;
  const refusal = answer.output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .find((part) => part.type === 'refusal');
  if (refusal !== undefined) return `the model refused: ${refusal.refusal}`;
  const reason = answer.incomplete_details?.reason;
  return `its status is ${answer.status}${reason === undefined ? '' : ` (${reason})`}`;
}

function isMessage(answer: Message | ModelResponse): answer is Message {
  return 'type' in answer && answer.type === 'message';
}
