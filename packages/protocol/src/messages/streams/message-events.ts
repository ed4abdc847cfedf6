// Converts a message to the events of an equivalent stream, to replay stored messages and to test stream readers.
import type { ContentBlock } from '../content/content.js';
import type { ContentBlockDelta, MessageStreamEvent } from './events.js';
import type { Message } from '../response/message.js';
import type { MessageDeltaUsage, Usage } from '../response/usage.js';

/**
 * The events of a complete message, with one delta per text. They accumulate to it (`accumulateMessages`), and follow
 * the grammar if the message does.
 */
export function messageEvents(message: Message): MessageStreamEvent[] {
  const {
    stop_reason,
    stop_sequence = null,
    stop_details,
    container,
    context_management,
    input_transformations,
    ...rest
  } = message;
  const late = { context_management, input_transformations };
  const end = { stop_details, container };
  return [
    {
      type: 'message_start',
      message: {
        ...rest,
        ...nulls({ ...late, ...end }),
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: startUsage(message.usage),
      },
    },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, ...nonNulls(end) },
      usage: endUsage(message.usage),
      ...nonNulls(late),
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: ContentBlock, index: number): MessageStreamEvent[] {
  const { start, deltas } = growthOf(block);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta): MessageStreamEvent => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** The initial state and the deltas of a block. Most clients read an MCP tool's input from the start event. */
function growthOf(block: ContentBlock): {
  readonly start: ContentBlock;
  readonly deltas: readonly ContentBlockDelta[];
} {
  switch (block.type) {
    case 'text': {
      const { text, citations } = block;
      const sources = (citations ?? []).map((citation): ContentBlockDelta => ({ type: 'citations_delta', citation }));
      return {
        start: { ...block, text: '', ...(citations != null && { citations: [] }) },
        deltas: [...(text === '' ? [] : [{ type: 'text_delta' as const, text }]), ...sources],
      };
    }
    case 'thinking': {
      const { thinking, signature } = block;
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...(thinking === '' ? [] : [{ type: 'thinking_delta' as const, thinking }]),
          { type: 'signature_delta', signature },
        ],
      };
    }
    case 'tool_use':
    case 'server_tool_use': {
      const deltas: ContentBlockDelta[] =
        Object.keys(block.input).length === 0
          ? []
          : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
      return { start: { ...block, input: {} }, deltas };
    }
    case 'compaction': {
      const { content, encrypted_content } = block;
      return {
        start: { ...block, content: null },
        deltas: [{ type: 'compaction_delta', content, ...(encrypted_content !== undefined && { encrypted_content }) }],
      };
    }
    default:
      return { start: block, deltas: [] };
  }
}

function startUsage({ output_tokens_details, server_tool_use, iterations, fallback_credit, ...rest }: Usage): Usage {
  return {
    ...rest,
    ...nulls({ output_tokens_details, server_tool_use, iterations, fallback_credit }),
    output_tokens: 0,
  };
}

function endUsage({
  output_tokens,
  output_tokens_details,
  server_tool_use,
  iterations,
  fallback_credit,
}: Usage): MessageDeltaUsage {
  return { output_tokens, ...nonNulls({ output_tokens_details, server_tool_use, iterations, fallback_credit }) };
}

/** Members with a value, known only at the end. */
function nonNulls<Members extends object>(members: Members): Partial<Members> {
  return filtered(members, (value) => value != null);
}

/** Null members, which no later event changes. */
function nulls<Members extends object>(members: Members): Partial<Members> {
  return filtered(members, (value) => value === null);
}

function filtered<Members extends object>(members: Members, predicate: (value: unknown) => boolean): Partial<Members> {
  const retained: Partial<Members> = {};
  for (const name in members) if (predicate(members[name])) retained[name] = members[name];
  return retained;
}
