// The encoder of one response. Blocks are strictly sequential and numbered without a gap; a block opens with its
// first visible content, so that an empty part never takes a number.
import {
  excludeSummaryUsage,
  type EngineError,
  type GenerationEnd,
  type GenerationEvent,
  type GenerationResult,
  type GenerationStart,
  type JsonObject,
  type Part,
  type PartDelta,
  TextBuilder,
  type ReasoningPart,
  type TextPart,
  type TurnOutcome,
  type TurnSnapshot,
} from '@org/engine';
import type {
  ContentBlock,
  ContentBlockDelta,
  Message,
  MessageCreateParams,
  MessageStreamEvent,
} from '@org/protocol/messages';
import type { UnknownMember } from '@org/protocol/schema';
import type { EncodeContext, TurnEncoder } from '../../dialect.js';
import {
  fillerText,
  hasVisibleText,
  isRedacted,
  isVisiblePart,
  signatureOf,
  thinkingView,
  type ThinkingView,
} from './thinking-view.js';
import { encodeContextEdits } from './encode-context-edits.js';
import { encodeErrorObject } from './encode-error.js';
import { mediaAsText } from '../../shared/media-as-text.js';
import { equalJson, membersOutside, verbatim } from '../../shared/json-of.js';
import { isUsable, unusableCall } from '../../shared/upstream/unusable-call.js';
import { messageMembers, usageMembers } from './response-extensions.js';
import { announcesCitations, citationsOf, encodeMessage, encodeStop, openingMembers } from './encode-message.js';
import { encodeDeltaUsage, encodeIterations, encodeUsage } from './encode-usage.js';
import { passthroughFieldsOf, apiFields } from '../extensions.js';
import { encodeContainer, encodeServerToolUse, isHostedPart } from '../hosted-tools/hosted-usage.js';
import { streamedForm } from './streamed-form.js';
import { takeSnapshot } from './take-snapshot.js';

/** An event that this service sends: always of a known kind, because clients reject others. */
export type SentEvent = Exclude<MessageStreamEvent, UnknownMember>;

const none: readonly SentEvent[] = [];
/** Members of `usage` that readers take from the end of a stream, whatever its start reported. */
const endCounts: ReadonlySet<string> = new Set(['iterations', 'server_tool_use']);
/** Such members of the message. No event repeats what another one reports: some clients add both up. */
const endMembers: ReadonlySet<string> = new Set(['container', 'context_management', 'input_transformations']);
const messageStop: SentEvent = { type: 'message_stop' };

export class MessageEncoder implements TurnEncoder<Message, SentEvent> {
  readonly #request: MessageCreateParams;
  readonly #context: EncodeContext;
  readonly #view: ThinkingView;
  /** Index of the open or next block. */
  #index = 0;
  #open = false;
  /** Buffered text of the current part, as long as none of it is visible. */
  #buffered = '';
  /** Additional members in the start of the current block. */
  #opening: JsonObject = {};
  /** The current part as it began. */
  #part: Part | undefined;
  /** Text received so far of the current part, where the response is stored. */
  #grown = new TextBuilder();
  /** Deltas of the current text before any of it was visible. */
  #earlyDeltas: readonly SentEvent[] = none;
  /** Usage of `message_start` without a neutral field. */
  #counted: JsonObject = {};
  /** Context edits that were applied; the end reports them. */
  #edits: GenerationStart['edits'];
  /** Sent members of the message beyond those that every message has. */
  #sentMembers: JsonObject = {};
  /** Calls and results of the tools that the service ran. */
  readonly #hostedParts: Part[] = [];
  #customCall = false;
  #calls = false;
  #refuses = false;

  constructor(request: MessageCreateParams, context: EncodeContext) {
    this.#request = request;
    this.#context = context;
    this.#view = thinkingView(request);
  }

  push(event: GenerationEvent): readonly SentEvent[] {
    switch (event.type) {
      case 'generation-start':
        return [this.#start(event)];
      case 'part-start':
        return this.#startPart(event.part);
      case 'part-delta':
        return this.#delta(event.delta);
      case 'part-end':
        return this.#endPart(event.part);
      case 'generation-end':
        return this.#end(event);
      case 'generation-usage':
        return none;
    }
  }

  fail(error: EngineError): readonly SentEvent[] {
    return [{ type: 'error', error: encodeErrorObject(error) }];
  }

  response(result: GenerationResult): Message {
    const { unified } = result.finishReason;
    // An input is an object here, and a client would run an empty one that replaced text.
    if (
      (unified === 'stop' || unified === 'tool-calls') &&
      result.parts.some((part) => part.type === 'tool-call' && !isUsable(part))
    )
      throw unusableCall();
    return encodeMessage(result, this.#request, this.#context);
  }

  snapshot(outcome: TurnOutcome): TurnSnapshot {
    return takeSnapshot(outcome, this.#request, this.#context, this.#streamedTextPart());
  }

  /** The part of an unfinished text that the client has received. */
  #streamedTextPart(): TextPart | undefined {
    return this.#open && this.#part?.type === 'text' ? { ...this.#part, text: this.#grown.toString() } : undefined;
  }

  #start(start: GenerationStart): SentEvent {
    this.#counted = usageMembers(start);
    this.#edits = start.edits;
    this.#sentMembers = membersOutside(messageMembers(start), endMembers);
    const message: Message = {
      id: this.#context.id,
      type: 'message',
      role: 'assistant',
      model: start.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: encodeUsage(usageAtStart(start), this.#counted, start.serviceTier),
      container: null,
      diagnostics: null,
      ...this.#sentMembers,
    };
    return { type: 'message_start', message };
  }

  #startPart(part: Part): readonly SentEvent[] {
    this.#buffered = '';
    this.#earlyDeltas = none;
    this.#part = part;
    this.#grown = new TextBuilder();
    this.#opening = openingOf(part);
    if (part.type !== 'tool-call') return none;
    this.#calls = true;
    this.#customCall = part.kind === 'custom';
    const start = this.#openBlock({
      type: 'tool_use',
      id: part.callId,
      name: part.name,
      input: {},
      ...apiFields(passthroughFieldsOf(part)),
    });
    return this.#customCall ? [start, this.#input('{"input":"')] : [start];
  }

  #delta(delta: PartDelta): readonly SentEvent[] {
    switch (delta.type) {
      case 'text':
        return this.#text(delta.text);
      case 'reasoning':
        return this.#thinking(delta.text);
      case 'arguments':
        return delta.text === ''
          ? none
          : [this.#input(this.#customCall ? JSON.stringify(delta.text).slice(1, -1) : delta.text)];
      case 'opaque':
        return delta.dialect === 'messages' ? this.#forwardDelta(verbatim(delta.value)) : none;
    }
  }

  /** Forwards what an upstream of this dialect sends for the current block. */
  #forwardDelta(delta: ContentBlockDelta): readonly SentEvent[] {
    if (this.#open) return [this.#blockDelta(delta)];
    switch (this.#part?.type) {
      case 'reasoning':
        return this.#view === 'hidden' ? none : [this.#openThinking(), this.#blockDelta(delta)];
      case 'text':
        this.#earlyDeltas = [...this.#earlyDeltas, this.#blockDelta(delta)];
        return none;
      case 'opaque':
        return [this.#openBlock(streamedForm(this.#part.value).start), this.#blockDelta(delta)];
      default:
        return none;
    }
  }

  #text(text: string): readonly SentEvent[] {
    if (this.#request.thread != null) this.#grown.push(text);
    if (this.#open) return text === '' ? none : [this.#blockDelta({ type: 'text_delta', text })];
    this.#buffered += text;
    if (!hasVisibleText(text)) return none;
    return [
      this.#openBlock({ type: 'text', text: '', ...this.#opening }),
      this.#blockDelta({ type: 'text_delta', text: this.#buffered }),
      ...this.#earlyDeltas,
    ];
  }

  #thinking(text: string): readonly SentEvent[] {
    if (this.#view === 'hidden' || text === '') return none;
    const start = this.#open ? none : [this.#openThinking()];
    return this.#view === 'omitted' ? start : [...start, this.#blockDelta({ type: 'thinking_delta', thinking: text })];
  }

  #endPart(part: Part): readonly SentEvent[] {
    if (!this.#open && !isVisiblePart(part, this.#view)) return none;
    switch (part.type) {
      case 'text':
        this.#refuses ||= part.refusal === true;
        return [
          ...citationsOf(part, this.#context.reasoningSigner).map((citation) =>
            this.#blockDelta({ type: 'citations_delta', citation }),
          ),
          this.#closeBlock(),
        ];
      case 'reasoning':
        return this.#endReasoning(part);
      case 'tool-call':
        return this.#customCall ? [this.#input('"}'), this.#closeBlock()] : [this.#closeBlock()];
      case 'opaque':
        if (isHostedPart(part)) this.#hostedParts.push(part);
        return this.#open ? [this.#closeBlock()] : this.#completeBlock(part.value);
      case 'media':
        return [...this.#text(mediaAsText(part).text), this.#closeBlock()];
      case 'tool-result':
        return none;
    }
  }

  #endReasoning(part: ReasoningPart): readonly SentEvent[] {
    const signature = signatureOf(part, this.#view, this.#context.reasoningSigner);
    if (isRedacted(part))
      return this.#completeBlock({ type: 'redacted_thinking', data: signature, ...openingMembers(part) });
    const start = this.#open ? none : [this.#openThinking()];
    return [...start, this.#blockDelta({ type: 'signature_delta', signature }), this.#closeBlock()];
  }

  /** A block that arrives complete. */
  #completeBlock(block: JsonObject): readonly SentEvent[] {
    const { start, delta } = streamedForm(block);
    const opened = this.#openBlock(start);
    return [opened, ...(delta === undefined ? none : [this.#blockDelta(delta)]), this.#closeBlock()];
  }

  #end(end: GenerationEnd): readonly SentEvent[] {
    // Readers take these two from the event, and all other end members from its delta.
    const {
      context_management = encodeContextEdits(this.#request, this.#edits).context_management,
      input_transformations,
      ...members
    } = beyond(messageMembers(end), this.#sentMembers);
    const stop = encodeStop(end, { calls: this.#calls, refuses: this.#refuses });
    const delta = { ...stop, container: encodeContainer(this.#hostedParts, this.#context.createdAt), ...members };
    const usage = encodeDeltaUsage(excludeSummaryUsage(end.usage, this.#edits), {
      ...encodeServerToolUse(this.#hostedParts),
      ...beyond(usageMembers(end), membersOutside(this.#counted, endCounts)),
      ...encodeIterations(end.usage, this.#edits),
    });
    const event = {
      type: 'message_delta',
      delta,
      usage,
      ...(context_management !== undefined && { context_management }),
      ...(input_transformations !== undefined && { input_transformations }),
    };
    const last: SentEvent[] = [event as SentEvent, messageStop];
    const filler = this.#index === 0 ? fillerText(stop.stop_reason, end) : undefined;
    if (filler === undefined) return last;
    return [
      this.#openBlock({ type: 'text', text: '' }),
      this.#blockDelta({ type: 'text_delta', text: filler }),
      this.#closeBlock(),
      ...last,
    ];
  }

  #openThinking(): SentEvent {
    return this.#openBlock({ type: 'thinking', thinking: '', signature: '', ...this.#opening });
  }

  #openBlock(block: ContentBlock): SentEvent {
    this.#open = true;
    return { type: 'content_block_start', index: this.#index, content_block: block };
  }

  #blockDelta(delta: ContentBlockDelta): SentEvent {
    return { type: 'content_block_delta', index: this.#index, delta };
  }

  #input(json: string): SentEvent {
    return this.#blockDelta({ type: 'input_json_delta', partial_json: json });
  }

  #closeBlock(): SentEvent {
    this.#open = false;
    return { type: 'content_block_stop', index: this.#index++ };
  }
}

/** A text with announced citations starts with an empty list: some clients cannot append otherwise. */
function openingOf(part: Part): JsonObject {
  switch (part.type) {
    case 'text':
      return { ...(announcesCitations(part) && { citations: [] }), ...openingMembers(part) };
    case 'reasoning':
      return openingMembers(part);
    default:
      return {};
  }
}

/**
 * Clients read the prompt's size here. An estimate is not marked as one: readers retain what the start reports unless
 * the end overrides it, and the end has the counts.
 */
function usageAtStart({ usage, edits, estimatedInputTokens: inputTokens }: GenerationStart): GenerationStart['usage'] {
  const own = excludeSummaryUsage(usage, edits);
  return inputTokens === undefined ? own : { ...own, inputTokens };
}

/** The members not yet sent with this value. */
function beyond(members: JsonObject, sentMembers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => !equalJson(value, sentMembers[name])));
}
