import type { Place } from './place.js';

/** The models to unload for so many bytes: idle ones first, the least recently used ones first. `isEnough`: they free as much. */
export function chooseVictims(
  places: readonly Place[],
  bytes: number,
): { readonly victims: readonly Place[]; readonly isEnough: boolean } {
  const candidates = places.filter(({ state, tenant }) => state === 'loaded' && !tenant.pinned);
  const ordered = candidates.toSorted((a, b) => Number(a.users > 0) - Number(b.users > 0) || a.used - b.used);
  const victims: Place[] = [];
  let remaining = bytes;
  for (const candidate of ordered) {
    if (remaining <= 0) break;
    victims.push(candidate);
    remaining -= candidate.tenant.bytes;
  }
  return { victims, isEnough: remaining <= 0 };
}
