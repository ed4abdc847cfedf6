import { hkdfSync } from 'node:crypto';
import type { ReasoningSigner, ReasoningSigners } from '@org/engine';
import { createServerSigner } from './server-signer.js';

/** So many owners' keys are remembered. Making those of one takes some ten microseconds. */
const maxCachedOwners = 1000;

/** Sealers whose keys come from one secret of at least 32 random bytes and the owner's name. */
export function createOwnerSigners(secret: Uint8Array): ReasoningSigners {
  const remembered = new Map<string, ReasoningSigner>();
  return {
    server: createServerSigner(secret),
    of(owner) {
      const known = remembered.get(owner);
      if (known !== undefined) return known;
      const reasoningSigner = createServerSigner(
        new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), Buffer.from(`owner ${owner}`, 'utf16le'), 32)),
      );
      for (const oldest of remembered.size < maxCachedOwners ? [] : remembered.keys()) {
        remembered.delete(oldest);
        break;
      }
      remembered.set(owner, reasoningSigner);
      return reasoningSigner;
    },
  };
}
