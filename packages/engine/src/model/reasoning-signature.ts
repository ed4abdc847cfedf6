/**
 * Proof that a reasoning part came from its signer, to be replayed unchanged.
 *
 * `signer` names the party that can verify it: `local` is this service, any other value is external and is never
 * forged. `form`: `signature` accompanies readable text, `encrypted` carries the text itself, `redacted` hides it
 * permanently.
 */
export interface ReasoningSignature {
  readonly signer: string;
  readonly form: 'signature' | 'encrypted' | 'redacted';
  readonly data: string;
}
