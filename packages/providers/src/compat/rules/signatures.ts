import { arrayOf, asObject, type JsonObject } from '@org/engine';
import { type AttemptState, withTarget, withWarning } from '../attempt.js';
import { beforeAcceptedValues } from '../before-accepted-values.js';
import type { ErrorMatch, MatchedError, SharedRule } from '../compat-rule.js';
import { blockAt, entriesAt } from '../entries-at.js';
import { nextSignatureName } from '../next-signature-name.js';
import type { ApiRule, ChatRule } from '../targets.js';
import { reasoningDroppedWarning } from '../warnings.js';

/** Error patterns of Anthropic, OpenAI, Google and gateways for data that they cannot decrypt or verify. */
const signatureErrorPatterns = [
  /invalid \W?(?:signature|data)\W? in \W?(?:redacted_)?thinking/i,
  /encrypted[_ ]content\b[^]{0,400}(?:could not be (?:verified|decrypted)|not issued to this)/i,
  /\b(?:could not|cannot|failed to|unable to) (?:decrypt|verify)\b[^\n]{0,80}\b(?:encrypted|reasoning|thinking)/i,
  /\binvalid_encrypted_content\b|capability_rejected: thinking_signature/i,
  // A client or a gateway has changed the order or the content of thinking.
  /thinking\W{1,3}blocks?\b[^\n]{0,120}(?:cannot be modified|must remain|not created in this)|is not a thinking block/i,
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

/** The upstream's own codes for reasoning that it cannot decrypt or verify. */
const signatureCodes = ['invalid_encrypted_content', 'invalid_signature', 'invalid_thinking_signature'];
/** Statuses of a rejected request. Others are about the account, the rate or a failure. */
const rejectedStatuses = [400, 404, 409, 422];
const signatureMatches: readonly ErrorMatch[] = [
  { upstreamCode: signatureCodes },
  // "Expected thinking, but found" is about thinking that the conversation lacks.
  { status: rejectedStatuses, at: /^(?:messages|input)\.(?:\w+\.)*\d/, unless: /but found/i },
  { text: signatureErrorPatterns },
];

export const chatSignatureRules: readonly ChatRule[] = [
  {
    id: 'chat-signature-invalid',
    servers: ['OpenAI', 'Google', 'Anthropic'],
    rejects: 'reasoning details or signatures that it sent earlier',
    fallback: 'omits them from the conversation',
    match: [{ upstreamCode: signatureCodes }, { text: signatureErrorPatterns }],
    cache: 'never',
    applies: ({ target, payload: { body } }) => target.acceptsSignatures && arrayOf(body['messages']).some(isSigned),
    patch: (attempt) => withTarget(attempt, { acceptsSignatures: false }),
  },
];

export const apiSignatureRules: readonly ApiRule[] = [
  {
    id: 'reasoning-signature-invalid',
    servers: ['OpenAI', 'Azure', 'Anthropic', 'xAI', 'vLLM', 'Bifrost', 'gateways'],
    rejects: 'reasoning that it signed or encrypted earlier, for example for another account',
    fallback: 'omits the reasoning of earlier responses from the conversation',
    match: signatureMatches,
    cache: 'never',
    applies: (attempt, match) =>
      hasReasoning(attempt) &&
      (namesSignature(match) ||
        signatureErrorPatterns.some((pattern) => pattern.test(match.text)) ||
        pointsAtReasoning(attempt.payload.body, match)),
    patch: (attempt) => ({ ...attempt, omitsReasoning: true }),
  },
];

/** Words that an error about reasoning of the conversation contains in any wording. */
const reasoningWords = /encrypt|decrypt|signature|thinking|thought|reasoning|redacted|\brs_\w/i;
/** These errors are about settings, about the model, or about reasoning that the request lacks. */
const settingPatterns = [
  /effort|budget|adaptive|thinking\W{1,4}type|summary|enable_thinking|\b(?:reasoning|think) value|thinking: extra/i,
  /max_(?:output_|completion_)?tokens|temperature|top_[pk]\b|tool_choice|\binclude\b/i,
  /\b(?:reasoning|thinking) (?:mode |parameter )?is not (?:supported|available|enabled)(?! (?:in|within) )/i,
  /does not support (?:the |extended )?(?:effort|thinking|reasoning)\b(?! (?:items?|content|blocks?|inputs?))/i,
  /\bmodel\b[^\n]{0,80}(?:not found|does not exist)|is missing|\bmissing (?:required )?(?:field )?\W?reasoning|is required|must be (?:passed|provided|included)|but found/i,
];
const reasoningWordsMatch: ErrorMatch = { status: rejectedStatuses, text: reasoningWords };

/** Whether nothing else than the reasoning of the conversation can be meant. */
function meansReasoning({ error, text }: MatchedError): boolean {
  return (
    error.code !== 'context-overflow' &&
    reasoningWords.test(beforeAcceptedValues(text)) &&
    !settingPatterns.some((pattern) => pattern.test(text))
  );
}

/** The last rules to try: every rule with narrower words precedes them. */
export const sharedReasoningReplayRules: readonly SharedRule[] = [
  {
    id: 'reasoning-replay-rejected',
    servers: ['gateways'],
    rejects: 'reasoning of the conversation, in an error that no other rule matches',
    fallback: 'omits the reasoning of earlier responses from the conversation',
    match: reasoningWordsMatch,
    cache: 'never',
    applies: (attempt, match) => hasReasoning(attempt) && meansReasoning(match),
    patch: (attempt) => ({ ...attempt, omitsReasoning: true }),
  },
];

export const chatReasoningReplayRules: readonly ChatRule[] = [
  {
    id: 'chat-reasoning-replay-rejected',
    servers: ['gateways'],
    rejects: 'reasoning of the conversation, in an error that no other rule matches',
    fallback: 'omits signatures and `reasoning_details`, then the text of reasoning',
    match: reasoningWordsMatch,
    cache: 'never',
    applies: (_, match) => meansReasoning(match),
    patch: (attempt) => {
      const { target, payload } = attempt;
      const messages = arrayOf(payload.body['messages']);
      if (target.acceptsSignatures && messages.some(isSigned)) return withTarget(attempt, { acceptsSignatures: false });
      const isSent = target.reasoningFields.some((field) =>
        messages.some((message) => asObject(message)?.[field] !== undefined),
      );
      return isSent
        ? withWarning(
            withTarget(attempt, { reasoningFields: [], requiresReasoningReplay: false }),
            'messages',
            reasoningDroppedWarning,
          )
        : undefined;
    },
  },
];

function hasReasoning({ omitsReasoning, request }: AttemptState<object>): boolean {
  return !omitsReasoning && request.messages.some(({ parts }) => parts.some(({ type }) => type === 'reasoning'));
}

function namesSignature({ codes }: MatchedError): boolean {
  return codes.some((code) => signatureCodes.includes(code));
}

/** Whether the error names a reasoning item or a thinking block of the sent body, or what it consists of. */
function pointsAtReasoning(body: JsonObject, { at }: MatchedError): boolean {
  const entries = ['messages', 'input'].flatMap((list) => entriesAt(body, list, at));
  return entries.some((pointed) => {
    const field = pointed.rest.findLast((segment) => !/^\d+$/.test(segment));
    const part = blockAt(pointed);
    return (
      reasoningTypes.has(part['type']) &&
      (field === undefined || (field !== 'id' && field in part) || field === 'content')
    );
  });
}

const reasoningTypes: ReadonlySet<unknown> = new Set(['reasoning', 'thinking', 'redacted_thinking']);

/** Whether a message has what the upstream has sent with an earlier response to recognize it. */
function isSigned(message: unknown): boolean {
  const { reasoning_details: details, tool_calls: calls } = asObject(message) ?? {};
  return details !== undefined || arrayOf(calls).some((call) => asObject(call)?.['extra_content'] !== undefined);
}
