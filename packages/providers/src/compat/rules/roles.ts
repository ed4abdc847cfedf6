import { arrayOf, asObject } from '@org/engine';
import { type SentPayload, withTarget } from '../attempt.js';
import type { MatchedError } from '../compat-rule.js';
import { entriesAt } from '../entries-at.js';
import type { ApiRule, ChatRule } from '../targets.js';

/** Error patterns of chat templates and validation for instructions that are not the first message. */
const midSystemPatterns = [
  /\bsystem (?:messages?|roles?|instructions?)\b|\bsystem\b[^\n]{0,40}\broles?\b|mid_conv_system/i,
  /\b(?:unexpected|invalid|unknown|unsupported|incorrect|illegal|wrong)\b[^\n]{0,30}\broles?\b/i,
  /\broles?\b[^\n]{0,80}(?:\b(?:user|assistant|system|developer)\b|not (?:supported|allowed|valid)|invalid|alternate)/i,
];
/** These errors are about messages of another role. */
const otherRolePattern = /\broles?\W{1,4}(?:tool|function|assistant)\b/i;

/** An error that names a message, and not its role, may be about anything in it. */
const aboutRolePattern = /\brole|\bsystem\b/i;
/** A message, or its role. */
const messagePath = /^(?:messages|input)\.(?:\w+\.)*\d+(?:\.(?:\w+\.)?role)?$/;

/** Which roles a conversation in chat completions may have, in which order and with which contents. */
export const chatRoleRules: readonly ChatRule[] = [
  {
    id: 'system-role-unsupported',
    servers: ['vLLM', 'llama.cpp'],
    rejects: 'the role `system`, which the chat template of the model lacks',
    fallback: 'sends instructions as the first user message',
    match: { text: /system role (?:is )?not supported|only user and assistant roles are supported/i },
    cache: 'request-form',
    applies: ({ target }) => target.systemMessages !== 'none',
    patch: (attempt) => withTarget(attempt, { systemMessages: 'none' }),
  },
  {
    id: 'developer-role-unsupported',
    servers: ['Azure', 'DeepSeek'],
    rejects: 'the role `developer`',
    fallback: 'sends its messages with the role `system`',
    match: {
      text: /\bdeveloper\W{1,3}(?:is not one of|,? expected one of|role)|(?:unknown|unexpected|invalid|unsupported) (?:message )?role\W{1,4}developer/i,
    },
    cache: 'request-form',
    applies: ({ target }) => target.developerRole,
    patch: (attempt) => withTarget(attempt, { developerRole: false }),
  },
  {
    id: 'chat-mid-system-unsupported',
    servers: ['vLLM', 'gateways'],
    rejects: 'a message of the role `system` that is not the first',
    fallback: 'sends it as user text, marked `<system>`',
    match: [
      { status: [400, 422], at: messagePath },
      { text: midSystemPatterns, unless: otherRolePattern },
    ],
    cache: 'request-form',
    applies: ({ target, payload }, match) =>
      target.systemMessages === 'anywhere' &&
      arrayOf(payload.body['messages']).slice(1).some(isInstruction) &&
      rejectsInstruction(payload, match),
    patch: (attempt) => withTarget(attempt, { systemMessages: 'leading' }),
  },
  {
    id: 'tool-result-empty',
    servers: ['Anthropic', 'Bedrock'],
    rejects: 'a tool result without text',
    fallback: 'sends a placeholder text in empty tool results',
    match: {
      text: /contentblock object at [\w.]{1,80} is (?:blank|empty)|content field in the message object at [\w.]{1,80} is empty|text content blocks must (?:be non-empty|contain non-whitespace)/i,
    },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) => target.emptyResults && arrayOf(body['messages']).some(isEmptyResult),
    patch: (attempt) => withTarget(attempt, { emptyResults: false }),
  },
  {
    id: 'assistant-prefill-trailing-whitespace',
    servers: ['Anthropic'],
    rejects: 'an assistant prefill that ends in white space',
    fallback: 'removes white space from the end of an assistant prefill',
    match: { text: /cannot end with trailing whitespace/i },
    cache: 'request-form',
    applies: ({ target }) => target.prefillTrailingWhitespace,
    patch: (attempt) => withTarget(attempt, { prefillTrailingWhitespace: false }),
  },
  {
    id: 'user-after-tool-results',
    servers: ['Mistral', 'vLLM'],
    rejects: 'a user message directly after tool results',
    fallback: 'sends an assistant message between them',
    match: { text: /unexpected role \W?user\W? after role \W?tool/i },
    cache: 'request-form',
    applies: ({ target }) => target.userAfterToolResults,
    patch: (attempt) => withTarget(attempt, { userAfterToolResults: false }),
  },
  {
    id: 'user-message-required',
    servers: ['vLLM', 'llama.cpp', 'LM Studio'],
    rejects: 'a conversation without a user message, which the chat templates of newer Qwen models need',
    fallback: 'sends the last instructions as a user message',
    match: { text: /no user query found/i },
    cache: 'request-form',
    applies: ({ target }) => target.allowsNoUserMessage,
    patch: (attempt) => withTarget(attempt, { allowsNoUserMessage: false }),
  },
  {
    id: 'content-null',
    servers: ['Ollama', 'LM Studio'],
    rejects: '`content: null` in an assistant message with tool calls',
    fallback: 'sends an empty text',
    match: { text: /'content' field must be a string or an array|invalid message content type: <nil>/i },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) =>
      target.nullTexts && arrayOf(body['messages']).some((message) => asObject(message)?.['content'] === null),
    patch: (attempt) => withTarget(attempt, { nullTexts: false }),
  },
];

/** Which roles a conversation in the messages and the responses API may have. */
export const apiRoleRules: readonly ApiRule[] = [
  {
    id: 'mid-system-unsupported',
    servers: ['Anthropic', 'Bedrock', 'vLLM', 'MiniMax', 'pydantic', 'gateways'],
    rejects: 'a message of the role `system` or `developer` within the conversation',
    fallback: 'sends it as user text, marked `<system>`',
    match: [
      { status: [400, 404, 422], at: messagePath },
      { status: [400, 404, 422, 500], text: midSystemPatterns, unless: otherRolePattern },
    ],
    cache: 'request-form',
    applies: ({ target, payload }, match) =>
      target.systemMessages === 'anywhere' && hasInstructions(payload) && rejectsInstruction(payload, match),
    patch: (attempt) => withTarget(attempt, { systemMessages: 'user' }),
  },
];

function rejectsInstruction({ body }: SentPayload, { at, text }: MatchedError): boolean {
  const isOther = otherRolePattern.test(text);
  if (!isOther && midSystemPatterns.some((pattern) => pattern.test(text))) return true;
  const pointed = ['messages', 'input'].flatMap((list) => entriesAt(body, list, at));
  return pointed.some(
    ({ entry, rest }) =>
      isInstruction(entry) && (rest.length === 0 ? !isOther && aboutRolePattern.test(text) : rest.at(-1) === 'role'),
  );
}

function hasInstructions({ body }: SentPayload): boolean {
  return [...arrayOf(body['messages']), ...arrayOf(body['input'])].some(isInstruction);
}

function isInstruction(message: unknown): boolean {
  const role = asObject(message)?.['role'];
  return role === 'system' || role === 'developer';
}

function isEmptyResult(message: unknown): boolean {
  const { role, content } = asObject(message) ?? {};
  return role === 'tool' && typeof content === 'string' && content.trim() === '';
}
