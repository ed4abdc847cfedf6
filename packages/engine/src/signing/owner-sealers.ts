import { hkdfSync } from 'node:crypto';
import type { Sealer, Sealers } from '../ports/sealer.js';
import { createServerSealer } from './server-sealer.js';

/** So many owners' keys are remembered. Making those of one takes some ten microseconds. */
const maxCachedOwners = 1000;

/** Sealers whose keys come from one secret of at least 32 random bytes and the owner's name. */
export function createOwnerSealers(secret: Uint8Array): Sealers {
  const remembered = new Map<string, Sealer>();
  return {
    server: createServerSealer(secret),
    of(owner) {
      const known = remembered.get(owner);
      if (known !== undefined) return known;
      const sealer = createServerSealer(
        new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), Buffer.from(`owner ${owner}`, 'utf16le'), 32)),
      );
      for (const oldest of remembered.size < maxCachedOwners ? [] : remembered.keys()) {
        remembered.delete(oldest);
        break;
      }
      remembered.set(owner, sealer);
      return sealer;
    },
  };
}
