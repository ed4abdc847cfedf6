import { arrayOf, asObject } from '@org/engine';
import { nextSignatureName } from '../next-signature-name.js';
import { withTarget } from '../attempt.js';
import type { ApiRule, ChatRule } from '../targets.js';

/** Error patterns of Anthropic, OpenAI, Google and gateways for data that they cannot decrypt or verify. */
const signatureErrorPatterns = [
  /invalid \W?(?:signature|data)\W? in \W?(?:redacted_)?thinking/i,
  /encrypted[_ ]content\b[^]{0,400}(?:could not be (?:verified|decrypted)|not issued to this)/i,
  /\binvalid_encrypted_content\b/i,
  // OpenAI's error for a model without reasoning in a conversation that a reasoning model started.
  /reasoning input items can only be provided to/i,
  /(?:corrupted|invalid) thought[_ ]?signature|thought[_ ]?signature is (?:not valid|invalid)/i,
];

/** Tool calls that Gemini did not sign, or whose signature the client has lost. */
export const chatUnsignedCallRules: readonly ChatRule[] = [
  {
    id: 'thought-signature-missing',
    servers: ['Google'],
    rejects: 'tool calls without a thought signature',
    fallback: "sends Google's placeholder for calls without a signature",
    match: { text: /missing an? \W{0,2}thought_?signature/i },
    cache: 'request-form',
    patch: (attempt) => {
      const unsignedCalls = nextSignatureName(attempt.target.unsignedCalls);
      return unsignedCalls === undefined ? undefined : withTarget(attempt, { unsignedCalls });
    },
  },
];

export const chatSignatureRules: readonly ChatRule[] = [
  {
    id: 'chat-signature-invalid',
    servers: ['OpenAI', 'Google'],
    rejects: 'reasoning details or signatures that it sent earlier',
    fallback: 'omits them from the conversation',
    match: { text: signatureErrorPatterns },
    cache: 'never',
    applies: ({ target, payload: { body } }) => target.acceptsSignatures && arrayOf(body['messages']).some(isSigned),
    patch: (attempt) => withTarget(attempt, { acceptsSignatures: false }),
  },
];

export const apiSignatureRules: readonly ApiRule[] = [
  {
    id: 'reasoning-signature-invalid',
    servers: ['OpenAI', 'Anthropic', 'xAI'],
    rejects: 'reasoning that it signed or encrypted earlier, for example for another account',
    fallback: 'omits the reasoning of earlier responses from the conversation',
    match: { text: signatureErrorPatterns },
    cache: 'never',
    applies: ({ omitsReasoning, request }) =>
      !omitsReasoning && request.messages.some(({ parts }) => parts.some(({ type }) => type === 'reasoning')),
    patch: (attempt) => ({ ...attempt, omitsReasoning: true }),
  },
];

/** Whether a message has what the upstream has sent with an earlier response to recognize it. */
function isSigned(message: unknown): boolean {
  const { reasoning_details: details, tool_calls: calls } = asObject(message) ?? {};
  return details !== undefined || arrayOf(calls).some((call) => asObject(call)?.['extra_content'] !== undefined);
}
