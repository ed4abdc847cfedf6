import { arrayOf, asObject } from '@org/engine';
import { withTarget } from '../attempt.js';
import type { ChatRule } from '../targets.js';

/** Which roles a conversation in chat completions may have, in which order and with which contents. */
export const chatRoleRules: readonly ChatRule[] = [
  {
    id: 'system-role-unsupported',
    servers: ['vLLM', 'llama.cpp'],
    rejects: 'the role `system`, which the chat template of the model lacks',
    fallback: 'sends instructions as the first user message',
    match: { text: /system role (?:is )?not supported/i },
    cache: 'request-form',
    applies: ({ target }) => target.systemMessages !== 'none',
    patch: (attempt) => withTarget(attempt, { systemMessages: 'none' }),
  },
  {
    id: 'developer-role-unsupported',
    servers: ['Azure', 'DeepSeek'],
    rejects: 'the role `developer`',
    fallback: 'sends it as `system`',
    match: {
      text: /\bdeveloper\W{1,3}(?:is not one of|,? expected one of|role)|(?:unknown|unexpected|invalid|unsupported) (?:message )?role\W{1,4}developer/i,
    },
    cache: 'request-form',
    applies: ({ target }) => target.developerRole,
    patch: (attempt) => withTarget(attempt, { developerRole: false }),
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

function isEmptyResult(message: unknown): boolean {
  const { role, content } = asObject(message) ?? {};
  return role === 'tool' && typeof content === 'string' && content.trim() === '';
}
