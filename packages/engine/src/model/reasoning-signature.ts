/**
 * Proof that a reasoning part came from its issuer, to be replayed unchanged.
 *
 * `signer` names who can verify it: `local` is this service, anything else is foreign and is never forged.
 * `form`: `signature` beside readable text, `encrypted` carries the text itself, `redacted` hides it for good.
 */
export interface ReasoningSignature {
  readonly signer: string;
  readonly form: 'signature' | 'encrypted' | 'redacted';
  readonly data: string;
}
