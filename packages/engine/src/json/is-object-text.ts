import { isObject } from './json-value.js';

/** Whether a text is exactly one JSON object, as the arguments of a function must be. */
export function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
