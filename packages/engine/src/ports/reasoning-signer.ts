/** What a sealed text is: sealed as the one, it does not open as the other. */
export type EncryptionPurpose = 'reasoning' | 'compaction';

/**
 * Authenticates one owner's reasoning that leaves the service and comes back in a later request. All keys come from one secret of
 * the server, so every replica accepts what another one sealed. Deterministic: the same text always gives the same seal, so that a
 * stream and the stored answer agree.
 */
export interface ReasoningSigner {
  /** A proof, base64, never empty, that `text` is reasoning that this service showed to the owner. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** `text` itself, encrypted and authenticated, base64. Default: as reasoning. */
  encrypt(text: string, purpose?: EncryptionPurpose): string;
  /** The text, or `undefined` when `data` was not made by this service for the owner and the purpose, or was changed. */
  decrypt(data: string, purpose?: EncryptionPurpose): string | undefined;
}

/** The sealers of all owners: what was sealed for one opens for no other. */
export interface ReasoningSigners {
  /** For what the service alone reads again, whoever it is of. */
  readonly server: ReasoningSigner;
  of(owner: string): ReasoningSigner;
}
