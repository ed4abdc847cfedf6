import { type Effort, efforts } from '@org/engine';

/** Returns the nearest effort to the requested one: the highest that does not exceed it, or the lowest. */
export function nearestEffort(effort: Effort | undefined, known: readonly Effort[]): Effort | undefined {
  if (effort === undefined) return undefined;
  const rank = efforts.indexOf(effort);
  return known.findLast((candidate) => efforts.indexOf(candidate) <= rank) ?? known[0];
}

export function isEffort(value: unknown): value is Effort {
  return efforts.some((effort) => effort === value);
}
