// A streamed message of an upstream as neutral events.
import {
  type GenerationEvent,
  type GenerationRequest,
  isObject,
  type JsonObject,
  type JsonValue,
  objectOf,
  type Sampling,
  ToolNames,
  type Warning,
  type UpstreamFailure,
  type UpstreamReader,
  type UpstreamTarget,
} from '@org/engine';
import { membersOutside, withoutNulls } from '../../shared/json-of.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { reportedModel } from '../../shared/upstream/reported-model.js';
import { PartStream } from '../../shared/upstream/part-stream.js';
import { isUsable, unusableCall } from '../../shared/upstream/unusable-call.js';
import { toResponseExtensions } from '../encode/response-extensions.js';
import { decodeTier, decodeUsage } from '../encode/encode-usage.js';
import { decodeStopReason } from '../encode/stop-reason.js';
import { openBlock, type BlockContext, type BlockReader } from './block-reader.js';
import { isFromSameDialect } from './encode-upstream-request.js';
import { parseExactObject } from './parse-exact-object.js';
import { failureOf } from './failure-of.js';
import { supportedSampling } from './translate-request.js';

/** Reads one response. Ignores events of unknown kinds; contradictory events are a malformed response. */
export class MessageReader implements UpstreamReader {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #target: UpstreamTarget;
  readonly #warnings: readonly Warning[];
  /** Whether the client speaks this dialect: then a refusal needs no text. */
  readonly #sameDialect: boolean;
  /** Reported only to clients of other dialects. */
  readonly #sampling: Sampling | undefined;
  readonly #context: BlockContext;
  /** The message without its content, as far as it is known. */
  #message: JsonObject | undefined;
  #block: BlockReader | undefined;
  /** The upstream's index of the open block. Some servers skip indexes, and some give all blocks the same one. */
  #index: JsonValue = null;
  /** The indexes of the blocks that have ended. */
  readonly #ended = new Set<JsonValue>();
  /** Whether the upstream has reported counts since the start. */
  #counted = false;
  /** A call cannot be run, unless it turns out that it was truncated. */
  #unusable = false;
  #done = false;

  constructor(
    request: GenerationRequest,
    target: UpstreamTarget,
    warnings: readonly Warning[],
    emit: (event: GenerationEvent) => void,
  ) {
    this.#emit = emit;
    this.#target = target;
    this.#warnings = warnings;
    this.#sameDialect = isFromSameDialect(request);
    this.#sampling = this.#sameDialect ? undefined : supportedSampling(request);
    const names = this.#sameDialect ? undefined : new ToolNames(request.tools);
    this.#context = {
      parts: new PartStream('messages', emit),
      signer: target.signer,
      sameDialect: this.#sameDialect,
      toolOf: (name) => names?.fromApiName(name) ?? { name, kind: 'function' },
      onToolCall: (call) => {
        // Clients of this dialect receive each call as the upstream sent it.
        if (!this.#sameDialect && !isUsable(call)) this.#unusable = true;
      },
    };
  }

  get done(): boolean {
    return this.#done;
  }

  push(event: JsonObject, text?: string): UpstreamFailure | undefined {
    switch (event['type']) {
      case 'message_start':
        this.#start(event['message']);
        return undefined;
      case 'content_block_start':
        this.#startBlock(event, parseExactObject(text)?.['content_block']);
        return undefined;
      case 'content_block_delta':
        this.#blockOf(event)?.delta(objectOf(event['delta']));
        return undefined;
      case 'content_block_stop':
        if (this.#blockOf(event) !== undefined) this.#stopBlock();
        return undefined;
      case 'message_delta':
        this.#changeMessage(event);
        return undefined;
      case 'message_stop':
        this.#stop();
        return undefined;
      case 'error':
        return failureOf(event);
      default:
        return undefined;
    }
  }

  /** Reads a non-streaming message as a stream whose blocks arrive complete. */
  pushDocument(document: JsonObject, text?: string): UpstreamFailure | undefined {
    const { content, stop_reason, stop_sequence, stop_details, container, usage, ...message } = document;
    if (message['type'] === 'error') return failureOf(document);
    if (!Array.isArray(content)) throw malformedResponse('a message without content');
    this.#start({ ...message, usage: usage ?? null });
    const exact = parseExactObject(text)?.['content'];
    for (const [index, block] of content.entries()) {
      this.#startBlock({ index, content_block: block }, Array.isArray(exact) ? exact[index] : undefined);
      this.#stopBlock();
    }
    const ends = { stop_reason, stop_sequence, stop_details, container };
    return (
      this.push({ type: 'message_delta', delta: ends, usage: usage ?? null }) ?? this.push({ type: 'message_stop' })
    );
  }

  giveUp(): void {
    if (this.#counted) this.#emit({ type: 'generation-usage', usage: decodeUsage(objectOf(this.#message?.['usage'])) });
  }

  #start(message: JsonValue | undefined): void {
    // A gateway may send the start twice.
    if (
      isObject(message) &&
      this.#message !== undefined &&
      this.#block === undefined &&
      this.#ended.size === 0 &&
      typeof message['id'] === 'string' &&
      message['id'] === this.#message['id']
    )
      return;
    if (this.#message !== undefined || !isObject(message))
      throw malformedResponse('a message_start without a message, or a second message_start');
    const { content: _, ...rest } = message;
    this.#message = rest;
    this.#emit({
      type: 'generation-start',
      model: reportedModel(rest['model'], this.#target.model),
      usage: decodeUsage(objectOf(rest['usage'])),
      ...decodeTier(objectOf(rest['usage'])),
      warnings: this.#warnings,
      ...(this.#sampling !== undefined && { sampling: this.#sampling }),
      ...toResponseExtensions({ ...rest, stop_reason: null, stop_sequence: null, stop_details: null }),
    });
  }

  /**
   * `exact`: the block parsed with all digits. Blocks arrive one after another, whatever their index: a block ends
   * when another follows, because llama.cpp ends none before the message ends. Only a block that starts twice, or
   * after a later one, is contradictory.
   */
  #startBlock({ index = null, content_block: block }: JsonObject, exact?: JsonValue): void {
    if (this.#message === undefined || !isObject(block) || (this.#block !== undefined && !follows(index, this.#index)))
      throw malformedResponse('a content_block_start out of order');
    this.#stopBlock();
    this.#block = openBlock(block, exact, this.#context);
    this.#index = index;
  }

  /** Ends the open block, if any. */
  #stopBlock(): void {
    if (this.#block === undefined) return;
    this.#block.stop();
    this.#block = undefined;
    this.#ended.add(this.#index);
  }

  /** The block that an event refers to; `undefined` when the event only ends a block that has already ended. */
  #blockOf({ index = null, type, delta }: JsonObject): BlockReader | undefined {
    const isOpen = this.#block !== undefined && (index === this.#index || index === null || this.#index === null);
    if (isOpen) return this.#block;
    if (this.#ended.has(index) && (type === 'content_block_stop' || objectOf(delta)['signature'] === ''))
      return undefined;
    throw malformedResponse('an event of a block that is not open');
  }

  /** Totals replace earlier ones; null means unchanged. A message with a stop reason has ended its block. */
  #changeMessage(event: JsonObject): void {
    const { type: _, delta, usage, ...members } = event;
    const message = this.#message;
    if (message === undefined) throw malformedResponse('a message_delta before message_start');
    if (typeof objectOf(delta)['stop_reason'] === 'string') this.#stopBlock();
    this.#counted = true;
    this.#message = {
      ...message,
      ...withoutNulls({ ...objectOf(delta), ...members }),
      usage: { ...objectOf(message['usage']), ...withoutNulls(counted(objectOf(message['usage']), objectOf(usage))) },
    };
  }

  #stop(): void {
    const message = this.#message;
    if (message === undefined) throw malformedResponse('a message_stop before message_start');
    const { stop_reason: reason, stop_sequence: sequence } = message;
    if (typeof reason !== 'string') throw malformedResponse('a message without a stop_reason');
    this.#stopBlock();
    const finishReason = decodeStopReason(reason, typeof sequence === 'string' ? sequence : null);
    if (this.#unusable && (finishReason.unified === 'stop' || finishReason.unified === 'tool-calls'))
      throw unusableCall();
    if (reason === 'refusal' && !this.#sameDialect) this.#emitRefusal(message['stop_details']);
    this.#done = true;
    this.#emit({
      type: 'generation-end',
      finishReason,
      usage: decodeUsage(objectOf(message['usage'])),
      ...decodeTier(objectOf(message['usage'])),
      ...toResponseExtensions(message),
    });
  }

  /** Other dialects express a refusal as text. */
  #emitRefusal(details: JsonValue | undefined): void {
    const { explanation } = objectOf(details);
    const text =
      typeof explanation === 'string' && explanation !== '' ? explanation : 'The model declined to continue.';
    const { parts } = this.#context;
    parts.open({ type: 'text', text: '', refusal: true });
    parts.append({ type: 'text', text });
    parts.close({ type: 'text', text, refusal: true });
  }
}

/** What is counted of a prompt. */
const promptCounts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/**
 * The counts of a `message_delta`, without a zero prompt count where one was reported before: gateways use zero for
 * no addition.
 */
function counted(before: JsonObject, usage: JsonObject): JsonObject {
  const isNothing =
    promptCounts.every((name) => (usage[name] ?? 0) === 0) && promptCounts.some((name) => (before[name] ?? 0) !== 0);
  return isNothing ? membersOutside(usage, new Set(promptCounts)) : usage;
}

/** Whether block `next` may follow the unfinished block `open`. */
function follows(next: JsonValue, open: JsonValue): boolean {
  return typeof next === 'number' && typeof open === 'number' ? next > open : next === null && open === null;
}
