// The input of a call that comes whole: its text stands in that of the event or the message around it. Nothing else there is
// read exactly, because only what goes from one wire to another can be.
import { type JsonObject, type JsonValue, mayLoseDigits, objectOf, parseExactly } from '@org/engine';

/** What `text` says with all digits of its numbers. Undefined when plain reading loses none, which is nearly always so. */
export function exactly(text: string | undefined): JsonObject | undefined {
  return text !== undefined && mayLoseDigits(text) ? objectOf(parseExactly(text)) : undefined;
}

/** A block with the input that the same block has where it was read exactly. */
export function withInputOf(block: JsonObject, exact: JsonValue | undefined): JsonObject {
  const { input } = objectOf(exact);
  return input === undefined ? block : { ...block, input };
}
