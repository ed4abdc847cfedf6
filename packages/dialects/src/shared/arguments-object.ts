import { isObject, type JsonObject, parseExactly } from '@org/engine';

/**
 * The arguments of a call as an object that preserves the digits of its numbers; an empty object when truncated
 * arguments form none.
 */
export function argumentsObject(text: string): JsonObject {
  try {
    const value = parseExactly(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
