import { hkdfSync } from 'node:crypto';
import type { ReasoningSigner, ReasoningSigners } from '@org/engine';
import { createServerSigner } from './server-signer.js';

/** Maximum number of owners with cached keys. Deriving the keys of one owner takes about ten microseconds. */
const maxCachedOwners = 1000;

/** Signers that derive their keys from the owner's name and one secret of at least 32 random bytes. */
export function createOwnerSigners(secret: Uint8Array): ReasoningSigners {
  const cache = new Map<string, ReasoningSigner>();
  return {
    server: createServerSigner(secret),
    of(owner) {
      const known = cache.get(owner);
      if (known !== undefined) return known;
      const reasoningSigner = createServerSigner(
        new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), Buffer.from(`owner ${owner}`, 'utf16le'), 32)),
      );
      for (const oldest of cache.size < maxCachedOwners ? [] : cache.keys()) {
        cache.delete(oldest);
        break;
      }
      cache.set(owner, reasoningSigner);
      return reasoningSigner;
    },
  };
}
