import { isObject } from './json-value.js';

/** Whether a text is one JSON object and nothing else: what the arguments of a function have to be. */
export function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
