// Counts the tokens of a prompt: the same prompt, without generation.
import type { MessageCountTokensParams, MessageCreateParams, MessageTokensCount } from '@org/protocol/messages';
import { messageCountTokensParamsSchema, messageCreateParamsSchema } from '@org/protocol/messages';
import type { Extensions, TurnRequest } from '@org/engine';
import { jsonOf, membersOutside } from '../shared/json-of.js';
import { decodeRequest } from './decode/decode-request.js';
import { passthroughFieldsOf } from './extensions.js';
import { generationFields } from './decode/known-fields.js';
import { messagesDialect } from './messages-dialect.js';
import { parseBody } from './decode/parse-body.js';

/** The count types omit this field, but clients count what they are about to send. */
const threadField = messageCreateParamsSchema.pick({ thread: true });

/** The dialect for requests that are only counted. Members that only generation needs are ignored. */
export const countedMessages: typeof messagesDialect = {
  ...messagesDialect,
  parseRequest(body) {
    const params = parseBody(messageCountTokensParamsSchema, body);
    return asCreate(params, parseBody(threadField, body).thread);
  },
  decodeRequest(request, options) {
    // Other models create no summaries instead of a response, but the input of such a summary can still be counted.
    const { compaction: _, ...prompt } = request;
    const turn = decodeRequest(options.native === 'messages' ? request : prompt, options);
    return { ...turn, generation: { ...turn.generation, limits: {} } };
  },
};

/**
 * The count as the API returns it, or as an upstream of this dialect reported it. Includes the original length for a
 * request with context edits.
 */
export function encodeTokenCount(
  { generation }: TurnRequest,
  {
    inputTokens,
    originalInputTokens,
    extensions,
  }: { readonly inputTokens: number; readonly originalInputTokens: number; readonly extensions?: Extensions },
): MessageTokensCount {
  if (extensions?.messages !== undefined) return { ...extensions.messages, input_tokens: inputTokens };
  const asked = passthroughFieldsOf(generation)['context_management'] != null;
  return {
    input_tokens: inputTokens,
    ...(asked && { context_management: { original_input_tokens: originalInputTokens } }),
  };
}

/**
 * No token limit for a response that is never generated. Unknown fields stay, for an upstream that may know them, or
 * for a warning.
 */
function asCreate(params: MessageCountTokensParams, thread: MessageCreateParams['thread']): MessageCreateParams {
  const { model, messages } = params;
  return {
    ...membersOutside(jsonOf(params), generationFields),
    model,
    messages,
    max_tokens: Number.MAX_SAFE_INTEGER,
    ...(thread != null && { thread }),
  };
}
