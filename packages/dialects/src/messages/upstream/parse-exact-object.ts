// The input of a call that arrives complete: its text is inside that of the event or message around it. Only this
// part needs exact numbers, because only it can move from one API to another.
import { type JsonObject, type JsonValue, mayLoseDigits, objectOf, parseExactly } from '@org/engine';

/** Parses `text` with all digits of its numbers. Undefined when plain parsing loses none, which is nearly always so. */
export function parseExactObject(text: string | undefined): JsonObject | undefined {
  return text !== undefined && mayLoseDigits(text) ? objectOf(parseExactly(text)) : undefined;
}

/** A block with the input that the same block has where it was read exactly. */
export function withInputOf(block: JsonObject, exact: JsonValue | undefined): JsonObject {
  const { input } = objectOf(exact);
  return input === undefined ? block : { ...block, input };
}
