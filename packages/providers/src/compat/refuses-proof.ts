import type { Warning } from '@org/engine';

/**
 * Whether a refusal says that the upstream cannot open or check what it has sealed or signed itself: how Anthropic words it, OpenAI,
 * Google, and gateways to them. Their account has changed, or the one that a gateway asks with.
 */
export function rejectsSignature(text: string): boolean {
  return wordings.some((wording) => wording.test(text));
}

/** What is told where a conversation goes on without them. */
export const reasoningDroppedWarning: Warning = {
  kind: 'dropped',
  param: 'messages',
  message: 'The upstream cannot check the reasoning of earlier answers any more: it was left out.',
};

const wordings = [
  /invalid \W?(?:signature|data)\W? in \W?(?:redacted_)?thinking/i,
  /encrypted[_ ]content\b[^]{0,400}(?:could not be (?:verified|decrypted)|not issued to this)/i,
  /\binvalid_encrypted_content\b/i,
  // OpenAI's words for a model that does not reason, in a conversation that one has begun which does.
  /reasoning input items can only be provided to/i,
  /(?:corrupted|invalid) thought[_ ]?signature|thought[_ ]?signature is (?:not valid|invalid)/i,
];
