// Numbers in what an upstream reports: the service reads few of them, and passes the others on as they were written.
import { arrayOf, isObject, type JsonObject, type JsonValue, mayLoseDigits, objectOf, parseExactly } from '@org/engine';
import { responseKeys } from '@org/protocol/responses';

/** Items with numbers that the service reads itself, such as log probabilities. */
const readItems: ReadonlySet<unknown> = new Set(['message', 'reasoning']);

/** Members of a response with numbers that the service reads itself. The schema in `text` is the client's. */
const readMembers: ReadonlySet<string> = new Set(responseKeys.filter((key) => key !== 'text'));

/**
 * Returns the event, or non-streaming response, that was parsed from `text`, with all digits of the numbers that the
 * service only passes on: those of its items and of unknown members of the response. Where plain parsing loses no
 * digits, which is nearly always so, the function returns `event` itself.
 */
export function withExactItems(event: JsonObject, text: string | undefined): JsonObject {
  const { item, response, output } = event;
  if (!isObject(item) && !isObject(response) && !Array.isArray(output)) return event;
  if (text === undefined || !mayLoseDigits(text)) return event;
  const exact = objectOf(parseExactly(text));
  if (Array.isArray(output)) return withExactMembers(event, exact);
  return {
    ...event,
    ...(isObject(item) && { item: exactItem(item, exact['item']) }),
    ...(isObject(response) && { response: withExactMembers(response, objectOf(exact['response'])) }),
  };
}

function withExactMembers(response: JsonObject, exact: JsonObject): JsonObject {
  const members = Object.entries(exact).filter(([name]) => !readMembers.has(name));
  const output = arrayOf(exact['output']);
  return {
    ...response,
    ...Object.fromEntries(members),
    ...(Array.isArray(response['output']) && {
      output: arrayOf(response['output']).map((item, index) => exactItem(item, output[index])),
    }),
  };
}

function exactItem(item: JsonValue, exact: JsonValue | undefined): JsonValue {
  return exact === undefined || !isObject(item) || readItems.has(item['type']) ? item : exact;
}
