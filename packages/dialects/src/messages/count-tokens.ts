// Counting the tokens of a prompt: the same prompt, of which nothing is generated.
import type { MessageCountTokensParams, MessageCreateParams, MessageTokensCount } from '@org/protocol/messages';
import { messageCountTokensParamsSchema, messageCreateParamsSchema } from '@org/protocol/messages';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import { jsonOf, membersOutside } from '../shared/json-of.js';
import { decodeRequest } from './decode-request.js';
import { bagOf } from './extensions.js';
import { knownFields } from './known-fields.js';
import { messagesDialect } from './messages-dialect.js';
import { parseBody } from './parse-body.js';

/** The types of the count leave it open, and clients count what they are about to send. */
const threadField = messageCreateParamsSchema.pick({ thread: true });

/** The dialect for requests that are only counted. Members that only generation needs are ignored. */
export const countedMessages: typeof messagesDialect = {
  ...messagesDialect,
  parseRequest(body) {
    const params = parseBody(messageCountTokensParamsSchema, body);
    return asCreate(params, parseBody(threadField, body).thread);
  },
  decodeRequest(request, options) {
    const turn = decodeRequest(request, options);
    return { ...turn, generation: { ...turn.generation, limits: {} } };
  },
};

/** The count as the wire says it. The original length is told to a request that asked for edits. */
export function encodeTokenCount(
  { generation }: TurnRequest,
  { inputTokens, originalInputTokens }: { readonly inputTokens: number; readonly originalInputTokens: number },
): MessageTokensCount {
  const asked = bagOf(generation)['context_management'] != null;
  return { input_tokens: inputTokens, ...(asked && { context_management: { original_input_tokens: originalInputTokens } }) };
}

/** No cap on an answer that is never generated. What nobody knows stays, to be told of. */
function asCreate(params: MessageCountTokensParams, thread: MessageCreateParams['thread']): MessageCreateParams {
  const { model, messages, system, tools, tool_choice, thinking, output_config, cache_control, mcp_servers, context_management, output_format } = params;
  return {
    ...membersOutside(jsonOf(params), knownFields),
    model,
    messages,
    max_tokens: Number.MAX_SAFE_INTEGER,
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools }),
    ...(tool_choice !== undefined && { tool_choice }),
    ...(thinking !== undefined && { thinking }),
    ...(output_config !== undefined && { output_config }),
    ...(cache_control != null && { cache_control }),
    ...(mcp_servers !== undefined && { mcp_servers }),
    ...(context_management != null && { context_management }),
    ...(output_format != null && { output_format }),
    ...(thread != null && { thread }),
  };
}
