/**
 * Authenticates one owner's reasoning that leaves the service and comes back in a later request. All keys come from one secret of
 * the server, so every replica accepts what another one sealed. Deterministic: the same text always gives the same seal, so that a
 * stream and the stored answer agree.
 */
export interface Sealer {
  /** A proof, base64, never empty, that `text` is reasoning that this service showed to the owner. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** `text` itself, encrypted and authenticated, base64. */
  encrypt(text: string): string;
  /** The text, or `undefined` when `data` was not made by this service for the owner, or was changed. */
  decrypt(data: string): string | undefined;
}

/** The sealers of all owners: what was sealed for one opens for no other. */
export interface Sealers {
  of(owner: string): Sealer;
}
