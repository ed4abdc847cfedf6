/** Purpose of an encrypted text: text encrypted for one purpose cannot be decrypted for another. */
export type EncryptionPurpose = 'reasoning' | 'compaction' | 'search-result';

/**
 * Authenticates one owner's reasoning that leaves the service and returns in a later request. All keys derive from
 * one secret of the server, so every replica accepts the signatures of another. Deterministic: the same text always
 * gives the same signature, so that a stream and the stored response agree.
 */
export interface ReasoningSigner {
  /** A signature, base64, never empty, that `text` is reasoning that this service sent to the owner. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  /** `text` itself, encrypted and authenticated, base64. Default: as reasoning. */
  encrypt(text: string, purpose?: EncryptionPurpose): string;
  /** The text, or `undefined` when `data` was not made by this service for the owner and the purpose, or was changed. */
  decrypt(data: string, purpose?: EncryptionPurpose): string | undefined;
}

/** The signers of all owners: text encrypted for one owner cannot be decrypted for another. */
export interface ReasoningSigners {
  /** For content of any owner that only the service reads again. */
  readonly server: ReasoningSigner;
  of(owner: string): ReasoningSigner;
}
