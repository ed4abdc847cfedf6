import { type Part, type UpstreamTarget, arrayOf, asObject } from '@org/engine';
import { isEffort } from '../../shared/efforts.js';
import { type Attempt, requestOf, withFieldChanges, withReasoning, withRejected, withTarget } from '../attempt.js';
import { valueAt } from '../changed-value.js';
import type { SharedRule } from '../compat-rule.js';
import { fallbackEffort } from '../fallback-effort.js';
import { effortErrorPattern, effortsNamed } from '../../errors/rejected-efforts.js';
import {
  includablePattern,
  includePathPattern,
  rejectedIncludes,
  rejectedPathPatterns,
  rejectedPaths,
} from '../../errors/rejected-fields.js';
import type { SentApiPayload, ApiRule, ChatRule } from '../targets.js';

/** Where an error points that is about the effort. */
const effortPath = /^(?:output_config\.effort|reasoning\.effort|reasoning_effort)$/;
const effortFields = [
  ['output_config', 'effort'],
  ['reasoning', 'effort'],
] as const;

/** How requests enable reasoning and send it back in chat completions. */
export const chatReasoningRules: readonly ChatRule[] = [
  {
    id: 'reasoning-budget-unsupported',
    servers: ['vLLM'],
    rejects: 'a reasoning token budget, where the server was started without one',
    fallback: 'omits the budget',
    match: { text: /reasoning_budget_tokens|thinking_token_budget/ },
    cache: 'request-form',
    applies: ({ target: { reasoningBudgetField: field }, payload: { body } }, { text }) =>
      field !== undefined && body[field] !== undefined && text.includes(field),
    patch: (attempt) => withTarget(attempt, { reasoningBudgetField: undefined }),
  },
  {
    id: 'reasoning-field-duplicate',
    servers: ['vLLM'],
    rejects: '`reasoning` and `reasoning_content` in one message',
    fallback: 'sends only the first of the two fields',
    match: { text: /duplicate field `reasoning|any variant of untagged enum/i },
    cache: 'request-form',
    applies: ({ target }) => target.reasoningFields.length > 1,
    patch: (attempt) => withTarget(attempt, { reasoningFields: attempt.target.reasoningFields.slice(0, 1) }),
  },
  {
    id: 'reasoning-content-required',
    servers: ['DeepSeek', 'Moonshot'],
    rejects: 'tool calls in the conversation without the reasoning before them',
    fallback: 'sends `reasoning_content` with each assistant message',
    match: {
      text: /\breasoning_content\b[^\n]{0,60}(?:is missing|is required|must be (?:passed back|provided|included))|\bmissing (?:required )?(?:field )?\W?reasoning_content\b/i,
    },
    cache: 'request-form',
    applies: ({ target }) => !target.requiresReasoningReplay,
    patch: (attempt) => withTarget(attempt, { reasoningFields: ['reasoning_content'], requiresReasoningReplay: true }),
  },
  {
    id: 'reasoning-field-unknown',
    servers: ['Mistral', 'Groq', 'Cerebras', 'pydantic', 'serde'],
    rejects: '`reasoning` or `reasoning_content` in a message',
    fallback: 'omits the field from the conversation',
    match: {
      text: /(?:\breasoning_content|\bmessages\W[^\n]{0,60}\breasoning)\b\W[^\n]{0,40}(?:unsupported|not (?:supported|allowed|permitted))|(?:unknown|unrecognized) (?:field|property|name)\W{1,4}(?:reasoning_content|messages\W[^\n]{0,60}\breasoning)\b|extra_forbidden[^\n]{0,80}\bmessages\b[^\n]{0,60}\breasoning(?:_content)?\b/i,
    },
    cache: 'request-form',
    patch: (attempt, { text }) => {
      const field = text.includes('reasoning_content') ? 'reasoning_content' : 'reasoning';
      const { target, payload, rejected } = attempt;
      if (
        rejected.has(field) ||
        !target.reasoningFields.includes(field) ||
        !arrayOf(payload.body['messages']).some((message) => asObject(message)?.[field] !== undefined)
      )
        return undefined;
      return withTarget(withRejected(attempt, [field]), {
        reasoningFields: target.reasoningFields.filter((one) => one !== field),
        requiresReasoningReplay: false,
      });
    },
  },
  {
    id: 'reasoning-effort-with-tools',
    servers: ['OpenAI'],
    rejects: 'tools together with reasoning, for a model that reasons by default',
    fallback: 'disables reasoning together with tools',
    match: { text: /\btools with \W?reasoning_effort\W? (?:is|are) not supported/i },
    cache: 'request-form',
    applies: ({ target, payload }) => target.reasonsWithTools && payload.body['tools'] !== undefined,
    patch: (attempt) => withTarget(attempt, { reasonsWithTools: false }),
  },
  {
    id: 'chat-reasoning-effort',
    servers: ['OpenAI', 'OpenRouter', 'vLLM', 'llama.cpp', 'Ollama', 'pydantic'],
    rejects: 'a reasoning effort that the model does not support',
    fallback: 'requests the nearest effort that the error names, else the next lower one, or none',
    match: [{ status: [400, 422], at: effortPath }, { text: effortErrorPattern }],
    cache: 'request-form',
    patch: (attempt, { text }) => {
      const sent = attempt.payload.reasoningEffort;
      if (sent === undefined) return undefined;
      const { efforts, effortOff } = attempt.target;
      const rejecting = withRejected(attempt, [sent]);
      const { rejected } = rejecting;
      const effort = fallbackEffort(sent, text, rejected);
      const named = (effortsNamed(text) ?? []).filter((one) => !rejected.has(one));
      const others = named.length > 0 || effort === undefined ? named : efforts.filter((one) => !rejected.has(one));
      return withTarget(rejecting, { efforts: others, effortOff: sent === effortOff ? effort : effortOff });
    },
  },
];

/** `item['content'] is empty`: the server takes reasoning items with text. */
const itemWithoutTextPattern = /item\['content'\] is (?:not an array|empty)/i;

/** Error patterns of OpenAI, Anthropic, llama.cpp, SGLang, Ollama and servers with pydantic or serde validation. */
const reasoningItemPatterns = [
  /\.content'?: array too long\. Expected an array with maximum length 0/i,
  /'rs_[^']{1,400}' (?:not found|of type 'reasoning' was provided without)/i,
  /thinking\.signature: Field required|invalid \W?signature\W? in \W?thinking/i,
  itemWithoutTextPattern,
  /(?:unknown|unsupported) (?:\w+ ){0,4}(?:item )?type:?\W{1,8}reasoning\b/i,
  /(?:input tag|unknown variant|invalid value:?)\W{1,4}reasoning\b/i,
  /\breasoning (?:input )?items?\b[^\n]{0,60}(?:not (?:supported|allowed|accepted|permitted)|unsupported)/i,
];

const includePath = /^include(?:\.\d+)?$/;

/** How requests enable reasoning and send it back in the messages and the responses API. */
export const apiReasoningRules: readonly ApiRule[] = [
  {
    id: 'encrypted-reasoning-unsupported',
    servers: ['OpenAI', 'Cerebras', 'pydantic', 'gateways'],
    rejects: '`include: ["reasoning.encrypted_content"]`, which the service itself requests',
    fallback: 'does not request encrypted reasoning',
    match: [
      { status: [400, 422], at: includePath },
      {
        text: [/encrypted content is not supported/i, ...rejectedPathPatterns, includablePattern, includePathPattern],
      },
    ],
    cache: 'request-form',
    applies: ({ target }, { text, at }) =>
      target.encryptedReasoning &&
      (/encrypted content is not supported/i.test(text) ||
        rejectsEncryptedReasoning(text) ||
        (rejectedIncludes(text).length === 0 && at.some((path) => includePath.test(path)))),
    patch: (attempt) => withTarget(attempt, { encryptedReasoning: false }),
  },
  {
    id: 'reasoning-item-without-text',
    servers: ['llama.cpp'],
    rejects: 'a reasoning item that has no text',
    fallback:
      'sends reasoning items with their text, in the form that the upstream itself uses, and omits those without text',
    match: { text: itemWithoutTextPattern },
    cache: 'request-form',
    applies: (attempt) => hasUnsignedReasoning(attempt) && canSendReasoningAsText(attempt),
    patch: (attempt) => withTarget(attempt, { plainReasoning: 'as-text' }),
  },
  {
    id: 'reasoning-item-rejected',
    servers: ['OpenAI', 'Anthropic', 'SGLang', 'llama.cpp', 'Ollama', 'pydantic', 'serde'],
    rejects: 'reasoning of earlier responses that has no signature of an upstream',
    fallback: 'omits it from the conversation',
    match: { text: reasoningItemPatterns },
    cache: 'request-form',
    applies: hasUnsignedReasoning,
    patch: (attempt) => withTarget(attempt, { plainReasoning: 'none' }),
  },
];

export const sharedReasoningRules: readonly SharedRule[] = [
  {
    id: 'reasoning-effort-rejected',
    servers: ['OpenAI', 'Anthropic', 'SGLang', 'gateways'],
    rejects: 'a reasoning effort, or reasoning itself',
    fallback:
      'requests the nearest effort that the error names, else the next lower one, reasoning without an effort, or none',
    match: [{ status: [400, 422], at: effortPath }, { text: effortErrorPattern }],
    cache: 'request-form',
    applies: ({ payload, request }) => !payload.isPassthrough && request.reasoning !== undefined,
    patch: (attempt, { text }) => {
      const { reasoning } = attempt.request;
      if (reasoning === undefined) return undefined;
      const sent = attempt.payload.reasoningEffort;
      const rejected = new Set([...attempt.rejected, sent]);
      const wantedEffort = attempt.wantedEffort ?? (isEffort(sent) ? sent : undefined);
      const effort = fallbackEffort(sent === 'none' ? sent : wantedEffort, text, rejected);
      const next = { enabled: true, ...(effort !== undefined && { effort }) };
      const isRequested = isEffort(sent) ? reasoning.enabled : effort !== undefined;
      return withReasoning({ ...attempt, rejected, wantedEffort }, isRequested ? next : undefined);
    },
  },
];

/** Efforts in requests that a client wrote in the upstream's own API. */
export const apiEffortRules: readonly ApiRule[] = [
  {
    id: 'effort-value-unsupported',
    servers: ['OpenAI', 'Anthropic', 'Ollama', 'gateways'],
    rejects: 'the value of a reasoning effort, such as `xhigh`, `max`, `minimal` or `none`',
    fallback: 'requests the nearest effort that the error names, below it first, else the next lower one',
    match: [{ status: [400, 422], at: effortPath }, { text: effortErrorPattern }],
    cache: 'request-form',
    applies: ({ payload }) => payload.isPassthrough,
    patch: (attempt, { text }) => {
      const { body, reasoningEffort: value } = attempt.payload;
      const path = effortFields.find((one) => valueAt(body, one) === value);
      const rejecting = withRejected(attempt, [value]);
      const replacement = fallbackEffort(value, text, rejecting.rejected);
      return path === undefined || typeof value !== 'string' || replacement === undefined
        ? undefined
        : withFieldChanges(rejecting, [{ path, value, replacement }]);
    },
  },
];

function rejectsEncryptedReasoning(text: string): boolean {
  const included = rejectedIncludes(text);
  return (
    included.some(({ value }) => value === undefined || value === 'reasoning.encrypted_content') ||
    (included.length === 0 && rejectedPaths(text).some(({ path }) => path?.[0] === 'include'))
  );
}

function hasUnsignedReasoning(attempt: Attempt<UpstreamTarget>): boolean {
  return (
    attempt.target.plainReasoning !== 'none' &&
    requestOf(attempt).messages.some(({ parts }) => parts.some(isUnsignedReasoning))
  );
}

/** Whether no upstream has signed it. */
function isUnsignedReasoning(part: Part): boolean {
  return (
    part.type === 'reasoning' &&
    (part.signature === undefined || part.author !== undefined || part.signature.data === '')
  );
}

/** Whether the conversation has reasoning that the upstream would get in another form. */
function canSendReasoningAsText(attempt: Attempt<UpstreamTarget, SentApiPayload>): boolean {
  const { target, payload } = attempt;
  if (target.plainReasoning !== 'any') return false;
  const request = requestOf(attempt);
  const { body } = payload.api.encode(request, { ...target, plainReasoning: 'as-text' });
  return JSON.stringify(body) !== JSON.stringify(payload.api.encode(request, target).body);
}
