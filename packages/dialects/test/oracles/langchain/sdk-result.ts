// What LangChain shows of a response, for both forms of the response.
import type { AIMessageChunk, UsageMetadata } from '@langchain/core/messages';

export interface SdkToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The calls in the response. The client adds calls of its own for tools that the server ran. */
export function sdkToolCalls(message: AIMessageChunk, expected: readonly SdkToolCall[]): SdkToolCall[] {
  const ids = new Set(expected.map(({ id }) => id));
  const calls = (message.tool_calls ?? []).map((call) => ({
    id: call.id ?? '',
    name: call.name,
    input: call.args as unknown,
  }));
  return calls.filter(({ id }) => ids.has(id));
}

export interface SdkUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

export function sdkUsage(usage: UsageMetadata | undefined): SdkUsage {
  return {
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
    total: usage?.total_tokens ?? 0,
    cacheRead: usage?.input_token_details?.cache_read ?? 0,
    cacheWrite: usage?.input_token_details?.cache_creation ?? 0,
    reasoning: usage?.output_token_details?.reasoning ?? 0,
  };
}

/** The chunks of a stream as the client joins them. */
export async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let complete: AIMessageChunk | undefined;
  for await (const chunk of chunks) complete = complete === undefined ? chunk : complete.concat(chunk);
  if (complete === undefined) throw new Error('the stream was empty');
  return complete;
}
