import type { MemorySlot } from './memory-slot.js';

/**
 * Selects the models to unload for the requested bytes: idle ones first, least recently used first. `isEnough`: they
 * free that much.
 */
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
