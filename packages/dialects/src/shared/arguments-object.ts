import { isObject, type JsonObject, parseExactly } from '@org/engine';

/** The arguments of a call as an object, with the digits that its numbers were written in; an empty one for what is none, because it was cut. */
export function argumentsObject(text: string): JsonObject {
  try {
    const value = parseExactly(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
