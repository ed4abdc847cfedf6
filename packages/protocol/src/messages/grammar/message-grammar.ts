// The order of a message stream, as the strictest of the clients in use demands it.
import { GrammarError } from '../../schema/grammar-error.js';
import { tagText } from '../../schema/unknown-tag.js';
import type {
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  ErrorEvent,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStreamEvent,
} from '../streams/events.js';
import { BlockGrammar, type BlockFault } from './block-grammar.js';
import type { GrammarRule } from './grammar-rule.js';

/** Before `message_start`; among the blocks; after the first `message_delta`; after the end. */
type Phase = 'start' | 'blocks' | 'tail' | 'end';

/** Reasons that stand for an answer that was cut: its last tool input may be incomplete. */
const truncationReasons = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);
/** Reasons that cannot be true when the answer calls a client tool. */
const toolFreeReasons = new Set(['end_turn', 'stop_sequence']);

/**
 * Checks one stream, event by event. Every broken rule is a GrammarError with the rule's name and the event's index;
 * the checker is of no more use after it. Events must fit `messageStreamEventSchema`; rules look at their order and at
 * what a schema cannot say.
 */
export class MessageGrammar {
  #phase: Phase = 'start';
  #count = 0;
  #blocks = 0;
  #block: BlockGrammar | undefined;
  #outputTokens = 0;
  #stopReason: string | null = null;
  #clientToolCalls = 0;
  #brokenInput: (BlockFault & { readonly at: number }) | undefined;

  /** Takes the next event. */
  push(event: MessageStreamEvent): void {
    if (this.#phase === 'end') this.#fail('nothing-after-end', `${tagText(event)} after the end`);
    this.#take(event);
    this.#count += 1;
  }

  /** Call at the end of the stream: throws `complete` when neither `message_stop` nor `error` came. */
  end(): void {
    if (this.#phase !== 'end') this.#fail('complete', 'the stream has no message_stop');
  }

  #take(event: MessageStreamEvent): void {
    switch (event.type) {
      case 'ping':
        return;
      case 'error':
        return this.#error(event);
      case 'message_start':
        return this.#start(event);
      case 'content_block_start':
        return this.#blockStart(event);
      case 'content_block_delta':
        return this.#blockDelta(event);
      case 'content_block_stop':
        return this.#blockStop(event);
      case 'message_delta':
        return this.#messageDelta(event);
      case 'message_stop':
        return this.#messageStop();
      default:
        this.#fail('known-type', `an event of the unknown kind ${tagText(event)}`);
    }
  }

  #error({ error }: ErrorEvent): void {
    const isWellFormed = typeof error?.type === 'string' && typeof error.message === 'string';
    if (!isWellFormed) this.#fail('error-shape', 'an error without type and message');
    this.#phase = 'end';
  }

  #start({ message }: MessageStartEvent): void {
    if (this.#phase !== 'start') this.#fail('message-start-once', 'a second message_start');
    const named = [message?.id, message?.model].every((name) => typeof name === 'string' && name !== '');
    if (!named || message.type !== 'message' || message.role !== 'assistant') {
      this.#fail('message-start-empty', 'id, type, role or model is missing');
    }
    if (!Array.isArray(message.content) || message.content.length > 0) {
      this.#fail('message-start-empty', 'content is not []');
    }
    if (message.stop_reason !== null || message.stop_sequence !== null) {
      this.#fail('message-start-empty', 'stop_reason or stop_sequence is not null');
    }
    this.#checkCount(message.usage?.input_tokens);
    this.#countOutput(message.usage?.output_tokens);
    this.#phase = 'blocks';
  }

  #blockStart({ index, content_block: block }: ContentBlockStartEvent): void {
    this.#requireStart('content_block_start');
    if (this.#phase === 'tail') this.#fail('message-delta-after-blocks', 'a block after message_delta');
    if (this.#block !== undefined)
      this.#fail('block-one-open', `block ${index} starts while block ${this.#block.index} is open`);
    if (index !== this.#blocks) this.#fail('block-index', `index ${index} where ${this.#blocks} is due`);
    this.#report(BlockGrammar.startFault(block));
    this.#block = new BlockGrammar(block, index);
    this.#blocks += 1;
    if (block.type === 'tool_use') this.#clientToolCalls += 1;
  }

  #blockDelta({ index, delta }: ContentBlockDeltaEvent): void {
    this.#report(this.#openBlock(index, 'content_block_delta').push(delta));
  }

  #blockStop({ index }: ContentBlockStopEvent): void {
    const fault = this.#openBlock(index, 'content_block_stop').stopFault();
    // Whether the answer was cut is only known at its end.
    if (fault?.rule === 'tool-input-object') this.#brokenInput ??= { ...fault, at: this.#count };
    else this.#report(fault);
    this.#block = undefined;
  }

  #openBlock(index: number, type: string): BlockGrammar {
    this.#requireStart(type);
    const block = this.#block;
    if (block === undefined || block.index !== index)
      this.#fail('delta-in-block', `${type} for block ${index}, which is not open`);
    return block;
  }

  #messageDelta({ delta, usage }: MessageDeltaEvent): void {
    this.#requireStart('message_delta');
    if (this.#block !== undefined) this.#fail('message-delta-after-blocks', `block ${this.#block.index} is still open`);
    this.#countOutput(usage?.output_tokens);
    this.#stopReason = delta.stop_reason ?? null;
    this.#phase = 'tail';
  }

  #messageStop(): void {
    this.#requireStart('message_stop');
    if (this.#block !== undefined) this.#fail('message-delta-after-blocks', `block ${this.#block.index} is still open`);
    const reason = this.#stopReason;
    if (reason === null) this.#fail('stop-reason-set', 'no message_delta has a stop_reason');
    const broken = this.#brokenInput;
    if (broken !== undefined && !truncationReasons.has(reason))
      throw new GrammarError(broken.rule, broken.at, broken.message);
    const calls = this.#clientToolCalls;
    if (calls === 0 ? reason === 'tool_use' : toolFreeReasons.has(reason)) {
      this.#fail('stop-reason-fits', `${reason} with ${calls} client tool calls`);
    }
    if (this.#blocks === 0 && reason === 'end_turn')
      this.#fail('content-not-empty', 'a complete response without a content block');
    this.#phase = 'end';
  }

  #requireStart(type: string): void {
    if (this.#phase === 'start') this.#fail('message-start-first', `${type} before message_start`);
  }

  #countOutput(tokens: unknown): void {
    const total = this.#checkCount(tokens);
    if (total < this.#outputTokens) this.#fail('usage-counts', 'output_tokens fell: it is a total, not an increment');
    this.#outputTokens = total;
  }

  #checkCount(tokens: unknown): number {
    if (typeof tokens !== 'number') this.#fail('usage-counts', 'a token count is missing or not a number');
    return tokens;
  }

  #report(fault: BlockFault | undefined): void {
    if (fault !== undefined) this.#fail(fault.rule, fault.message);
  }

  #fail(rule: GrammarRule, message: string): never {
    throw new GrammarError(rule, this.#count, message);
  }
}

/** Checks a whole stream. Throws GrammarError. */
export function checkMessageStream(events: Iterable<MessageStreamEvent>): void {
  const grammar = new MessageGrammar();
  for (const event of events) grammar.push(event);
  grammar.end();
}
