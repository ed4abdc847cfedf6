/**
 * Authenticates reasoning that leaves the service and comes back in a later request. One server key, so every replica
 * accepts what another one sealed. Deterministic: the same text always gives the same seal, so that a stream and the
 * stored answer agree.
 */
export interface Sealer {
  /** A proof, base64, never empty, that `text` is reasoning of this service. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** `text` itself, encrypted and authenticated, base64. */
  encrypt(text: string): string;
  /** The text, or `undefined` when `data` was not made by this service or was changed. */
  decrypt(data: string): string | undefined;
}
