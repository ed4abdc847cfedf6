import type { Part } from './part.js';

const origins = new WeakMap<Part, Part>();

/** Notes that `part` stands in the place of another one, for the model alone: what is said of it is said of that. */
export function setOriginalPart<P extends Part>(part: P, origin: Part): P {
  origins.set(part, origin);
  return part;
}

/** The part that the client sent, where this one stands in its place. */
export function originOf(part: Part): Part {
  let origin = part;
  for (let before = origins.get(origin); before !== undefined; before = origins.get(origin)) origin = before;
  return origin;
}
