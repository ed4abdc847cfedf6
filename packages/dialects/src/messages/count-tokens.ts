// Counting the tokens of a prompt: the same prompt, of which nothing is generated.
import type { MessageCountTokensParams, MessageCreateParams, MessageTokensCount } from '@org/protocol/messages';
import { messageCountTokensParamsSchema } from '@org/protocol/messages';
import type { ClientWords } from '@org/engine/model/client-words';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import type { DecodeOptions } from '../dialect.js';
import { clientWords } from './client-words.js';
import { decodeRequest } from './decode-request.js';
import { bagOf } from './extensions.js';
import { parseBody } from './parse-body.js';

/**
 * The body of a token count as a turn that the engine can count, and what it calls its fields. Members that only generation needs are
 * ignored. Throws what `parseRequest` and `decodeRequest` throw.
 */
export function decodeCountTokens(body: unknown, options: DecodeOptions): { readonly turn: TurnRequest; readonly words: ClientWords } {
  const request = asCreate(parseBody(messageCountTokensParamsSchema, body));
  const decoded = decodeRequest(request, options);
  const turn = { ...decoded, generation: { ...decoded.generation, limits: {} } };
  return { turn, words: clientWords(request, turn) };
}

/** The count as the wire says it. The original length is told to a request that asked for edits. */
export function encodeTokenCount(
  { generation }: TurnRequest,
  { inputTokens, originalInputTokens }: { readonly inputTokens: number; readonly originalInputTokens: number },
): MessageTokensCount {
  const asked = bagOf(generation)['context_management'] != null;
  return { input_tokens: inputTokens, ...(asked && { context_management: { original_input_tokens: originalInputTokens } }) };
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
