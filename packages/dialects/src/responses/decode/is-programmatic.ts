import { isObject } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';

/** Calls of a program that the model wrote receive their results within the program. */
export function isProgrammatic(item: object): boolean {
  const caller = jsonOf(item)['caller'];
  return isObject(caller) && caller['type'] === 'program';
}
