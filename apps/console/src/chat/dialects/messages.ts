import {
  accumulateMessage,
  createMessageAccumulation,
  type AccumulatedMessage,
  type MessageAccumulation,
} from '@org/protocol/messages/client';
import { failureOfEvent } from '../../api/failure.js';
import { membersOf, stringOf } from '../../api/read-json.js';
import type { StreamEvent } from '../../api/stream-turn.js';
import { hostedToolOfBlock, readCitations } from '../hosted/hosted-blocks.js';
import { asText, emptyOutput, textOf, type Output, type OutputPart, type OutputReader, type Usage } from '../output.js';
import { outputOf, type Turn } from '../turn.js';
import type { ChatDialect, ChatSettings } from './dialect.js';

type MessageEvent = Parameters<typeof accumulateMessage>[1];

/** `POST /v1/messages`. The client sends the conversation with each request. */
export const messagesDialect: ChatDialect = {
  name: 'messages',
  label: 'Messages',
  createRequest: (prompt, earlier, settings) => ({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: {
      model: settings.model,
      max_tokens: settings.maxTokens,
      ...(settings.instructions === '' ? {} : { system: settings.instructions }),
      ...reasoningFields(settings),
      ...(settings.allowsTools ? {} : { tool_choice: { type: 'none' } }),
      messages: [...earlier.flatMap(messagesOf), { role: 'user', content: prompt }],
      ...settings.extra,
      stream: true,
    },
  }),
  createReader: () => readerOf(createMessageAccumulation(), emptyOutput),
};

function reasoningFields({ effort }: ChatSettings): Readonly<Record<string, unknown>> {
  if (effort === 'default') return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  return { thinking: { type: 'adaptive' }, output_config: { effort } };
}

/** A turn of this dialect returns its blocks, so that reasoning and tool calls stay; another returns its text. */
function messagesOf(turn: Turn): readonly unknown[] {
  const output = outputOf(turn);
  const isComplete = turn.dialect === 'messages' && turn.status === 'completed' && output.content.length > 0;
  const content = isComplete ? output.content : textOf(output);
  if (content === '') return [];
  return [
    { role: 'user', content: turn.prompt },
    { role: 'assistant', content },
  ];
}

function readerOf(state: MessageAccumulation, output: Output): OutputReader {
  return {
    output,
    next(event) {
      if (event.type === 'error') return readerOf(state, { ...output, failure: failureOfEvent(event, undefined) });
      const next = accumulateMessage(state, asMessageEvent(event));
      return readerOf(next, next === state ? output : outputOfState(next, output));
    },
  };
}

/** The accumulator takes the events of any server, and throws for those that it cannot apply. */
function asMessageEvent(event: StreamEvent): MessageEvent {
  return event as unknown as MessageEvent;
}

function outputOfState(state: MessageAccumulation, { failure }: Output): Output {
  const { message, complete } = state;
  if (message === undefined) return emptyOutput;
  const openInputs = new Map([...state.open].map(([index, position]) => [position, state.inputTexts.get(index)]));
  return {
    id: message.id,
    parts: message.content.map((block, position) => partOf(block, openInputs.get(position))),
    usage: usageOf(message),
    finish: message.stop_reason ?? undefined,
    isComplete: complete,
    failure,
    content: message.content,
  };
}

function partOf(block: unknown, openInput: string | undefined): OutputPart {
  const { type, text, thinking, name, input, citations } = membersOf(block);
  const hosted = hostedToolOfBlock(block, openInput);
  if (hosted !== undefined) return hosted;
  switch (type) {
    case 'text': {
      const sources = readCitations(citations);
      return { kind: 'text', text: stringOf(text) ?? '', ...(sources.length > 0 && { sources }) };
    }
    case 'thinking':
      return { kind: 'reasoning', text: stringOf(thinking) ?? '' };
    case 'redacted_thinking':
      return { kind: 'reasoning', text: '' };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { kind: 'tool-call', name: stringOf(name) ?? '', input: openInput ?? asText(input), result: undefined };
    default:
      return { kind: 'other', type: stringOf(type) ?? 'block', json: asText(block) };
  }
}

function usageOf({ usage }: AccumulatedMessage): Usage | undefined {
  if (usage == null) return undefined;
  const cached = usage.cache_read_input_tokens ?? undefined;
  // This dialect counts cached tokens apart from the others.
  const input = (usage.input_tokens ?? 0) + (cached ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  return {
    input,
    output: usage.output_tokens ?? 0,
    cached,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? undefined,
  };
}
