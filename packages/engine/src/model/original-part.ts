import type { Part } from './part.js';

const origins = new WeakMap<Part, Part>();

/** Records that `part` replaces another one for the model only: statements about it refer to the original. */
export function setOriginalPart<P extends Part>(part: P, origin: Part): P {
  origins.set(part, origin);
  return part;
}

/** The part that the client sent, when this one is its placeholder. */
export function originOf(part: Part): Part {
  let origin = part;
  for (let before = origins.get(origin); before !== undefined; before = origins.get(origin)) origin = before;
  return origin;
}
