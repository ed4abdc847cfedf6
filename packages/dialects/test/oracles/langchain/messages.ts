// LangChain and a message: what it shows, and what it must show.
import type { AIMessageChunk } from '@langchain/core/messages';
import type { ContentBlock, Message } from '@org/protocol/messages';
import { tagText } from '@org/protocol/schema';
import type { Form } from '../form.js';
import { parsed, without, payloadText } from '../payload-text.js';
import { sdkToolCalls, sdkUsage, type SdkToolCall, type SdkUsage } from './sdk-result.js';

export interface SdkMessage {
  readonly id: string | undefined;
  readonly text: string;
  readonly content: unknown;
  readonly calls: readonly SdkToolCall[];
  readonly usage: SdkUsage;
  /** Members of the message other than its content and usage. */
  readonly members: unknown;
}

/** Block types that it shows of a stream: its code has the list and ignores all others. */
const streamed: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'web_search_tool_result',
  'tool_search_tool_result',
  'compaction',
]);

export function viewOfMessage(message: Message, form: Form): SdkMessage {
  const { content, usage, type: _, role: __, ...members } = message;
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
  const cacheWrite = cache_creation_input_tokens ?? 0;
  const cacheRead = cache_read_input_tokens ?? 0;
  const input = input_tokens + cacheWrite + cacheRead;
  return {
    id: message.id,
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    content: content
      .filter((block) => form === 'json' || streamed.has(tagText(block)))
      .map((block) => payloadText(viewOfBlock(block, content.length === 1, form))),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    usage: { input, output: output_tokens, total: input + output_tokens, cacheRead, cacheWrite, reasoning: 0 },
    members: payloadText(form === 'json' ? members : without(members, 'context_management', 'input_transformations')),
  };
}

/**
 * A JSON response of one text becomes a string without citations; of a text in a stream it preserves what deltas
 * bring.
 */
function viewOfBlock(block: ContentBlock, alone: boolean, form: Form): object {
  if (block.type !== 'text') return block;
  const { type, text, citations } = block;
  if (form === 'stream') return { type, text, citations };
  return alone ? { type, text } : block;
}

export function sdkMessageOf(message: AIMessageChunk, form: Form, expected: SdkMessage): SdkMessage {
  const { content, response_metadata, additional_kwargs } = message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const members = form === 'json' ? response_metadata : additional_kwargs;
  return {
    id: message.id,
    text: message.text,
    content: (form === 'json' ? blocks : joinedBlocks(blocks)).map(payloadText),
    calls: sdkToolCalls(message, expected.calls),
    usage: sdkUsage(message.usage_metadata),
    members: payloadText(without(members, 'type', 'role', 'usage', 'model_provider', 'content')),
  };
}

/** The blocks of a stream have indexes, and their input is separate text. */
function joinedBlocks(blocks: readonly object[]): object[] {
  const numbered = blocks.map((block): Record<string, unknown> => ({ ...block }));
  const inputs = new Map(
    numbered.flatMap(({ type, index, input }) =>
      type === 'input_json_delta' ? [[index, String(input)] as const] : [],
    ),
  );
  return numbered.flatMap(({ index, ...block }) => {
    if (block['type'] === 'input_json_delta') return [];
    const input = inputs.get(index) ?? '';
    return [block['input'] === undefined ? block : { ...block, input: input === '' ? {} : parsed(input) }];
  });
}
