// Counting the tokens of a prompt: the same prompt, of which nothing is generated.
import type { MessageCountTokensParams, MessageCreateParams } from '@org/protocol/messages';
import { messageCountTokensParamsSchema } from '@org/protocol/messages';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import type { DecodeOptions } from '../dialect.js';
import { decodeRequest } from './decode-request.js';
import { parseBody } from './parse-body.js';

/**
 * The body of a token count as a turn that the engine can count. Members that only generation needs are ignored. Throws
 * what `parseRequest` and `decodeRequest` throw.
 */
export function decodeCountTokens(body: unknown, options: DecodeOptions): TurnRequest {
  const turn = decodeRequest(asCreate(parseBody(messageCountTokensParamsSchema, body)), options);
  return { ...turn, generation: { ...turn.generation, limits: {} } };
}

/** No cap on an answer that is never generated. */
function asCreate(params: MessageCountTokensParams): MessageCreateParams {
  const { model, messages, system, tools, tool_choice, thinking, output_config, cache_control, mcp_servers, context_management, output_format } = params;
  return {
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
  };
}
