import type { MemorySlot } from './position.js';

/** The models to unload for so many bytes: idle ones first, the least recently used ones first. `isEnough`: they free as much. */
export function chooseVictims(
  memorySlots: readonly MemorySlot[],
  bytes: number,
): { readonly victims: readonly MemorySlot[]; readonly isEnough: boolean } {
  const candidates = memorySlots.filter(({ state, residentModel }) => state === 'loaded' && !residentModel.pinned);
  const ordered = candidates.toSorted((a, b) => Number(a.users > 0) - Number(b.users > 0) || a.used - b.used);
  const victims: MemorySlot[] = [];
  let remaining = bytes;
  for (const candidate of ordered) {
    if (remaining <= 0) break;
    victims.push(candidate);
    remaining -= candidate.residentModel.bytes;
  }
  return { victims, isEnough: remaining <= 0 };
}
