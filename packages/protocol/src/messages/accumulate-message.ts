// The events of a stream folded into the message that they describe.
import { AccumulationError } from '../schema/accumulation-error.js';
import type { ContentBlock } from './content.js';
import type { ContentBlockDelta, MessageDeltaEvent, MessageStreamEvent } from './events.js';
import type { JsonObject } from './json-object.js';
import type { Message } from './message.js';
import type { Usage } from './usage.js';

/** A message in the making. Never changed in place: an older state stays what it was. */
export interface MessageAccumulation {
  /** The message so far; undefined before `message_start`. The block that is still open is not in it. */
  readonly message: Message | undefined;
  /** The block that is open, with the deltas so far. Its tool input is still `{}`. */
  readonly open: ContentBlock | undefined;
  /** Text of the tool input of each block that has one, by block index: what `input` was read from. */
  readonly inputTexts: ReadonlyMap<number, string>;
  /** True after `message_stop`. A stream that ends without it was cut. */
  readonly complete: boolean;
}

export const emptyAccumulation: MessageAccumulation = {
  message: undefined,
  open: undefined,
  inputTexts: new Map(),
  complete: false,
};

/**
 * Takes one event. Trusts the order that `MessageGrammar` checks; events and deltas of unknown kinds change nothing.
 * Usage in `message_delta` is a total, so it replaces. Throws AccumulationError for an `error` event and for a block or
 * a delta before the start.
 */
export function accumulateMessage(state: MessageAccumulation, event: MessageStreamEvent): MessageAccumulation {
  switch (event.type) {
    case 'message_start':
      return { ...emptyAccumulation, message: event.message };
    case 'content_block_start':
      return { ...state, message: started(state), open: event.content_block };
    case 'content_block_delta':
      return applyDelta(state, event.index, event.delta);
    case 'content_block_stop':
      return closeBlock(state, event.index);
    case 'message_delta':
      return { ...state, message: applyMessageDelta(started(state), event) };
    case 'message_stop':
      return { ...state, complete: true };
    case 'error':
      throw new AccumulationError(`The stream ended with an error event (${event.error.type}): ${event.error.message}`);
    default:
      return state;
  }
}

/** The message so far, the open block included; undefined before `message_start`. */
export function snapshotMessage(state: MessageAccumulation): Message | undefined {
  const { message, open } = state;
  if (message === undefined || open === undefined) return message;
  return { ...message, content: [...message.content, open] };
}

/** The message of a whole stream. Throws AccumulationError when the stream has no `message_stop`. */
export function accumulateMessages(events: Iterable<MessageStreamEvent>): Message {
  let state = emptyAccumulation;
  for (const event of events) state = accumulateMessage(state, event);
  const message = snapshotMessage(state);
  if (message === undefined || !state.complete) throw new AccumulationError('The stream ended without message_stop.');
  return message;
}

function started(state: MessageAccumulation): Message {
  if (state.message === undefined) throw new AccumulationError('The stream does not begin with message_start.');
  return state.message;
}

function applyDelta(state: MessageAccumulation, index: number, delta: ContentBlockDelta): MessageAccumulation {
  const block = state.open;
  if (block === undefined) throw new AccumulationError('A delta came without an open block.');
  switch (delta.type) {
    case 'text_delta':
      return block.type === 'text' ? { ...state, open: { ...block, text: block.text + delta.text } } : state;
    case 'citations_delta':
      return block.type === 'text'
        ? { ...state, open: { ...block, citations: [...(block.citations ?? []), delta.citation] } }
        : state;
    case 'thinking_delta':
      return block.type === 'thinking' ? { ...state, open: { ...block, thinking: block.thinking + delta.thinking } } : state;
    case 'signature_delta':
      return block.type === 'thinking' ? { ...state, open: { ...block, signature: delta.signature } } : state;
    case 'input_json_delta': {
      const text = (state.inputTexts.get(index) ?? '') + delta.partial_json;
      return { ...state, inputTexts: new Map(state.inputTexts).set(index, text) };
    }
    case 'compaction_delta':
      return block.type === 'compaction' ? { ...state, open: { ...block, ...delta, type: block.type } } : state;
    default:
      return state;
  }
}

function closeBlock(state: MessageAccumulation, index: number): MessageAccumulation {
  const message = started(state);
  if (state.open === undefined) throw new AccumulationError('A block was closed that is not open.');
  const block = withInput(state.open, state.inputTexts.get(index) ?? '');
  const renamed = block.type === 'fallback' ? { model: block.to.model } : undefined;
  return { ...state, message: { ...message, ...renamed, content: [...message.content, block] }, open: undefined };
}

function withInput(block: ContentBlock, text: string): ContentBlock {
  if (text === '') return block;
  switch (block.type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { ...block, input: parseInput(text) };
    default:
      return block;
  }
}

/** Input that was cut off cannot be read as JSON; it is `{}`, and `inputTexts` has what came. */
function parseInput(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function applyMessageDelta(message: Message, event: MessageDeltaEvent): Message {
  return {
    ...message,
    ...event.delta,
    ...nonNull({ context_management: event.context_management, input_transformations: event.input_transformations }),
    // A null container in the delta means "none so far", not "gone".
    ...(event.delta.container == null && message.container !== undefined ? { container: message.container } : {}),
    usage: { ...message.usage, ...usageOf(event) },
  };
}

function usageOf(event: MessageDeltaEvent): Partial<Usage> {
  const { input_tokens: inputTokens, ...totals } = event.usage;
  return { ...nonNull(totals), ...(inputTokens == null ? {} : { input_tokens: inputTokens }) };
}

function nonNull<T extends object>(members: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const key in members) {
    if (members[key] != null) kept[key] = members[key];
  }
  return kept;
}
