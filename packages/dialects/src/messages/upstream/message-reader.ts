// A streamed message of an upstream as neutral events.
import type { GenerationEvent } from '@org/engine/model/generation-event';
import type { GenerationRequest, Sampling } from '@org/engine/model/generation-request';
import { isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine/model/json';
import { ToolNames } from '@org/engine/model/tool-names';
import type { Warning } from '@org/engine/model/warning';
import type { WireFailure, WireReader, WireTarget } from '@org/engine/ports/upstream-wire';
import { withoutNulls } from '../../shared/json-of.js';
import { brokenAnswer } from '../../shared/upstream/broken-answer.js';
import { modelTold } from '../../shared/upstream/model-told.js';
import { PartStream } from '../../shared/upstream/part-stream.js';
import { isUsable, unusableCall } from '../../shared/upstream/unusable-call.js';
import { answerExtensions } from '../encode/answer-bag.js';
import { decodeTier, decodeUsage } from '../encode/encode-usage.js';
import { decodeStopReason } from '../encode/stop-reason.js';
import { openBlock, type BlockContext, type BlockReader } from './block-reader.js';
import { isOwn } from './encode-upstream-request.js';
import { exactly } from './exact-input.js';
import { failureOf } from './failure-of.js';
import { takenSampling } from './translate-request.js';

/** Reads one answer. Events of unknown kinds say nothing; those that contradict each other are a broken answer. */
export class MessageReader implements WireReader {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #target: WireTarget;
  readonly #warnings: readonly Warning[];
  /** Whether the client speaks this dialect: then a refusal needs no words. */
  readonly #own: boolean;
  /** Only clients of other dialects are told of it. */
  readonly #sampling: Sampling | undefined;
  readonly #context: BlockContext;
  /** The message without its content, as far as it is known. */
  #message: JsonObject | undefined;
  #block: BlockReader | undefined;
  /** Index of the block that is open or comes next. */
  #index = 0;
  /** Whether the upstream has counted since the beginning. */
  #counted = false;
  /** A call cannot be run, unless it turns out that it was cut. */
  #unusable = false;
  #done = false;

  constructor(request: GenerationRequest, target: WireTarget, warnings: readonly Warning[], emit: (event: GenerationEvent) => void) {
    this.#emit = emit;
    this.#target = target;
    this.#warnings = warnings;
    this.#own = isOwn(request);
    this.#sampling = this.#own ? undefined : takenSampling(request);
    const names = this.#own ? undefined : new ToolNames(request.tools);
    this.#context = {
      parts: new PartStream('messages', emit),
      issuer: target.issuer,
      own: this.#own,
      toolOf: (name) => names?.fromWire(name) ?? { name, kind: 'function' },
      noteCall: (call) => {
        // Clients of this dialect get what they asked for as it came.
        if (!this.#own && !isUsable(call)) this.#unusable = true;
      },
    };
  }

  get done(): boolean {
    return this.#done;
  }

  push(event: JsonObject, text?: string): WireFailure | undefined {
    switch (event['type']) {
      case 'message_start':
        this.#start(event['message']);
        return undefined;
      case 'content_block_start':
        this.#startBlock(event, exactly(text)?.['content_block']);
        return undefined;
      case 'content_block_delta':
        if (!this.#isAfterword(event)) this.#openBlock(event).delta(objectOf(event['delta']));
        return undefined;
      case 'content_block_stop':
        if (!this.#isAfterword(event)) this.#stopBlock(event);
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

  /** A whole message is a stream whose blocks come in one piece. */
  pushDocument(document: JsonObject, text?: string): WireFailure | undefined {
    const { content, stop_reason, stop_sequence, stop_details, container, usage, ...message } = document;
    if (message['type'] === 'error') return failureOf(document);
    if (!Array.isArray(content)) throw brokenAnswer('a message without content');
    this.#start({ ...message, usage: usage ?? null });
    const exact = exactly(text)?.['content'];
    for (const [index, block] of content.entries()) {
      this.#startBlock({ index, content_block: block }, Array.isArray(exact) ? exact[index] : undefined);
      this.#stopBlock({ index });
    }
    const ends = { stop_reason, stop_sequence, stop_details, container };
    return this.push({ type: 'message_delta', delta: ends, usage: usage ?? null }) ?? this.push({ type: 'message_stop' });
  }

  giveUp(): void {
    if (this.#counted) this.#emit({ type: 'generation-usage', usage: decodeUsage(objectOf(this.#message?.['usage'])) });
  }

  #start(message: JsonValue | undefined): void {
    if (this.#message !== undefined || !isObject(message)) throw brokenAnswer('a message_start without a message, or a second one');
    const { content: _, ...rest } = message;
    this.#message = rest;
    this.#emit({
      type: 'generation-start',
      model: modelTold(rest['model'], this.#target.model),
      usage: decodeUsage(objectOf(rest['usage'])),
      ...decodeTier(objectOf(rest['usage'])),
      warnings: this.#warnings,
      ...(this.#sampling !== undefined && { sampling: this.#sampling }),
      ...answerExtensions({ ...rest, stop_reason: null, stop_sequence: null, stop_details: null }),
    });
  }

  /** `exact`: the block as it was read with all digits. llama.cpp ends no block before the message ends: one that the next one follows is over. */
  #startBlock({ index, content_block: block }: JsonObject, exact?: JsonValue): void {
    if (this.#block !== undefined && index === this.#index + 1) this.#stopBlock({ index: this.#index });
    if (this.#message === undefined || this.#block !== undefined || index !== this.#index || !isObject(block)) throw brokenAnswer('a block out of place');
    this.#block = openBlock(block, exact, this.#context);
  }

  #stopBlock(event: JsonObject): void {
    this.#openBlock(event).stop();
    this.#block = undefined;
    this.#index += 1;
  }

  /** Whether the event says no more than that a block is over which the next one has followed. */
  #isAfterword({ index, type, delta }: JsonObject): boolean {
    if (typeof index !== 'number' || index >= this.#index) return false;
    return type === 'content_block_stop' || objectOf(delta)['signature'] === '';
  }

  #openBlock({ index }: JsonObject): BlockReader {
    if (this.#block === undefined || index !== this.#index) throw brokenAnswer('an event of a block that is not open');
    return this.#block;
  }

  /** Totals replace; what is null has not changed. */
  #changeMessage(event: JsonObject): void {
    const { type: _, delta, usage, ...members } = event;
    const message = this.#message;
    if (message === undefined || this.#block !== undefined) throw brokenAnswer('a message_delta out of place');
    this.#counted = true;
    this.#message = { ...message, ...withoutNulls({ ...objectOf(delta), ...members }), usage: { ...objectOf(message['usage']), ...withoutNulls(objectOf(usage)) } };
  }

  #stop(): void {
    const message = this.#message;
    if (message === undefined || this.#block !== undefined) throw brokenAnswer('a message_stop out of place');
    const { stop_reason: reason, stop_sequence: sequence } = message;
    if (typeof reason !== 'string') throw brokenAnswer('a message that ends without a reason');
    const finishReason = decodeStopReason(reason, typeof sequence === 'string' ? sequence : null);
    if (this.#unusable && (finishReason.unified === 'stop' || finishReason.unified === 'tool-calls')) throw unusableCall();
    if (reason === 'refusal' && !this.#own) this.#sayRefusal(message['stop_details']);
    this.#done = true;
    this.#emit({
      type: 'generation-end',
      finishReason,
      usage: decodeUsage(objectOf(message['usage'])),
      ...decodeTier(objectOf(message['usage'])),
      ...answerExtensions(message),
    });
  }

  /** Other dialects say a refusal in words. */
  #sayRefusal(details: JsonValue | undefined): void {
    const { explanation } = objectOf(details);
    const text = typeof explanation === 'string' && explanation !== '' ? explanation : 'The model declined to go on.';
    const { parts } = this.#context;
    parts.open({ type: 'text', text: '', refusal: true });
    parts.grow({ type: 'text', text });
    parts.close({ type: 'text', text, refusal: true });
  }
}
