// The events of a stream folded into the message that they describe.
import { AccumulationError } from '../../schema/accumulation-error.js';
import { typelessError } from '../../schema/typeless-error.js';
import type { MessageStreamEvent } from './events.js';
import type { JsonObject } from '../json-object.js';
import type { Message } from '../response/message.js';
import type { ReadContentBlock, ReadMessage, ReadMessageStreamEvent } from '../read.js';

/** A message that was put together from what any server has sent. */
export type AccumulatedMessage = ReadMessage & { content: ReadContentBlock[] };

/** A message in the making. Never changed in place: an older state stays what it was. */
export interface MessageAccumulation<Result extends AccumulatedMessage = AccumulatedMessage> {
  /** The message so far, with the blocks that are open; undefined before `message_start`. The tool input of an open block is not read yet. */
  readonly message: Result | undefined;
  /** True after `message_stop`. A stream that ends without it was cut. */
  readonly complete: boolean;
  /** The places in `content` of the blocks that are open, by block index. */
  readonly open: ReadonlyMap<number, number>;
  /** Text of the tool input of each block that has one, by block index: what `input` was read from. */
  readonly inputTexts: ReadonlyMap<number, string>;
}

/** A message of which nothing has come yet; `createMessageAccumulation<Message>()` for events that are known to be what this package's strict schemas describe. */
export function createMessageAccumulation<
  Result extends AccumulatedMessage = AccumulatedMessage,
>(): MessageAccumulation<Result> {
  return { message: undefined, complete: false, open: new Map(), inputTexts: new Map() };
}

type State = MessageAccumulation;
type Delta = NonNullable<Extract<ReadMessageStreamEvent, { type: 'content_block_delta' }>['delta']>;
type MessageDelta = Extract<ReadMessageStreamEvent, { type: 'message_delta' }>;

/**
 * Takes one event, as this package's schemas know it or as another server may send it (`ReadMessageStreamEvent`). Blocks may overlap, as
 * those of llama.cpp do; otherwise it trusts the order that `MessageGrammar` checks. Events and deltas of unknown kinds change nothing.
 * Usage in `message_delta` is a total, so it replaces. Throws AccumulationError for an `error` event, also one without a type, for
 * what comes before the start, and for what is about a block that is not open.
 */
export function accumulateMessage(
  state: MessageAccumulation<Message>,
  event: MessageStreamEvent,
): MessageAccumulation<Message>;
/** The same for the events of any server: the answer has the types of `/read`. */
export function accumulateMessage(state: State, event: ReadMessageStreamEvent): State;
export function accumulateMessage(state: State, event: ReadMessageStreamEvent): State {
  switch (event.type) {
    case 'message_start':
      return { ...createMessageAccumulation(), message: { ...event.message, content: event.message.content ?? [] } };
    case 'content_block_start':
      return openBlock(state, event.index, event.content_block);
    case 'content_block_delta':
      return applyDelta(state, event.index, event.delta);
    case 'content_block_stop':
      return closeBlock(state, event.index);
    case 'message_delta':
      return { ...state, message: applyMessageDelta(started(state), event) };
    case 'message_stop':
      return { ...[...state.open.keys()].reduce(closeBlock, state), complete: true };
    case 'error':
      throw new AccumulationError(
        `The stream ended with an error event (${event.error.type ?? 'of no type'}): ${event.error.message ?? 'no message'}`,
      );
    default:
      return orStreamError(state, event);
  }
}

/** The message of a whole stream. Throws AccumulationError when the stream has no `message_stop`, and as `accumulateMessage` does. */
export function accumulateMessages(events: Iterable<MessageStreamEvent>): Message;
/** The same for the events of any server: the answer has the types of `/read`. */
export function accumulateMessages(events: Iterable<ReadMessageStreamEvent>): AccumulatedMessage;
export function accumulateMessages(events: Iterable<ReadMessageStreamEvent>): AccumulatedMessage {
  let state = createMessageAccumulation();
  for (const event of events) state = accumulateMessage(state, event);
  if (state.message === undefined || !state.complete)
    throw new AccumulationError('The stream ended without message_stop.');
  return state.message;
}

function orStreamError(state: State, event: object): State {
  const error = typelessError(event);
  if (error === undefined) return state;
  throw new AccumulationError(`The stream ended with an error (${error.kind}): ${error.message}`);
}

function started({ message }: State): AccumulatedMessage {
  if (message === undefined) throw new AccumulationError('The stream does not start with message_start.');
  return message;
}

function openBlock(before: State, index: number, block: ReadContentBlock): State {
  const state = before.open.has(index) ? closeBlock(before, index) : before;
  const message = started(state);
  const inputTexts = new Map(state.inputTexts);
  inputTexts.delete(index);
  const renamed = block.type === 'fallback' && block.to?.model != null ? { model: block.to.model } : undefined;
  return {
    ...state,
    message: { ...message, ...renamed, content: [...message.content, block] },
    open: new Map(state.open).set(index, message.content.length),
    inputTexts,
  };
}

function applyDelta(state: State, index: number, delta: Delta): State {
  const message = started(state);
  const contentIndex = state.open.get(index);
  const block = contentIndex === undefined ? undefined : message.content[contentIndex];
  if (contentIndex === undefined || block === undefined)
    throw new AccumulationError(`The stream has a delta for block ${index}, which is not open.`);
  if (delta.type === 'input_json_delta') {
    const text = (state.inputTexts.get(index) ?? '') + (delta.partial_json ?? '');
    return { ...state, inputTexts: new Map(state.inputTexts).set(index, text) };
  }
  const grown = grow(block, delta);
  return grown === block
    ? state
    : { ...state, message: { ...message, content: message.content.with(contentIndex, grown) } };
}

function grow(block: ReadContentBlock, delta: Delta): ReadContentBlock {
  switch (delta.type) {
    case 'text_delta':
      return block.type === 'text' ? { ...block, text: block.text + (delta.text ?? '') } : block;
    case 'citations_delta':
      return block.type === 'text' && delta.citation != null
        ? { ...block, citations: [...(block.citations ?? []), delta.citation] }
        : block;
    case 'thinking_delta':
      return block.type === 'thinking' ? { ...block, thinking: block.thinking + (delta.thinking ?? '') } : block;
    case 'signature_delta':
      return block.type === 'thinking' ? { ...block, signature: delta.signature ?? '' } : block;
    case 'compaction_delta':
      return block.type === 'compaction' ? { ...block, ...delta, type: block.type } : block;
    default:
      return block;
  }
}

function closeBlock(state: State, index: number): State {
  const message = started(state);
  const contentIndex = state.open.get(index);
  const block = contentIndex === undefined ? undefined : message.content[contentIndex];
  if (contentIndex === undefined || block === undefined)
    throw new AccumulationError(`The stream stops block ${index}, which is not open.`);
  const closed = withInput(block, state.inputTexts.get(index) ?? '');
  const open = new Map(state.open);
  open.delete(index);
  return { ...state, message: { ...message, content: message.content.with(contentIndex, closed) }, open };
}

function withInput(block: ReadContentBlock, text: string): ReadContentBlock {
  switch (block.type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return text === '' && block.input != null ? block : { ...block, input: parseInput(text) };
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

function applyMessageDelta(message: AccumulatedMessage, event: MessageDelta): AccumulatedMessage {
  const { delta, usage, context_management, input_transformations } = event;
  return {
    ...message,
    ...delta,
    ...nonNull({ context_management, input_transformations }),
    // A null container in the delta means "none so far", not "gone".
    ...(delta.container == null && message.container !== undefined ? { container: message.container } : {}),
    usage: { ...message.usage, ...nonNull(usage ?? {}) },
  };
}

function nonNull<T extends object>(members: T): Partial<T> {
  const retained: Partial<T> = {};
  for (const key in members) {
    if (members[key] != null) retained[key] = members[key];
  }
  return retained;
}
