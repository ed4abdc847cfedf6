import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Binds ids of an upstream's objects to the owner that first receives them. */
export interface VendorIdSigner {
  /** The form of `id` that the owner receives. */
  bind(owner: string, upstream: string, id: string): string;
  /** The id in `bound`. Undefined when this service did not bind it for the owner and the upstream, or it was changed. */
  read(owner: string, upstream: string, bound: string): string | undefined;
}

const macBytes = 16;
const boundId = /^([^]+)\.own_([\w-]{22})$/;

/**
 * Creates a signer from the secret of the server, which all replicas share: a bound id is valid on each of them, also
 * after a restart, and nothing is stored. The tag is an HMAC-SHA-256 of owner, upstream and id, of 128 bits.
 */
export function createVendorIdSigner(secret: Uint8Array): VendorIdSigner {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), 'vendor ids', 32)));
  const tagOf = (owner: string, upstream: string, id: string): Buffer =>
    // JSON separates the three unambiguously.
    createHmac('sha256', key)
      .update(JSON.stringify([owner, upstream, id]))
      .digest()
      .subarray(0, macBytes);
  return {
    bind: (owner, upstream, id) => `${id}.own_${tagOf(owner, upstream, id).toString('base64url')}`,
    read(owner, upstream, bound) {
      const [, id, tag] = boundId.exec(bound) ?? [];
      if (id === undefined || tag === undefined) return undefined;
      const claimed = Buffer.from(tag, 'base64url');
      return claimed.toString('base64url') === tag && timingSafeEqual(claimed, tagOf(owner, upstream, id))
        ? id
        : undefined;
    },
  };
}

/** The id in a text that has the form of a bound id, without a check of its tag. */
export function idInBoundForm(bound: string): string | undefined {
  return boundId.exec(bound)?.[1];
}
