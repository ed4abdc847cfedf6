// A streamed response of an upstream as neutral events.
import {
  emptyUsage,
  type GenerationEvent,
  type GenerationRequest,
  isObject,
  type JsonObject,
  type JsonValue,
  objectOf,
  ToolNames,
  type Usage,
  type Warning,
  type WireFailure,
  type WireReader,
  type WireTarget,
} from '@org/engine';
import { brokenAnswer } from '../../shared/upstream/broken-answer.js';
import { modelTold } from '../../shared/upstream/model-told.js';
import { PartStream } from '../../shared/upstream/part-stream.js';
import { answerExtensions } from '../encode/answer-bag.js';
import { decodeUsage } from '../encode/encode-usage.js';
import { decodeEnd } from '../encode/status.js';
import { CallItemReader } from './call-item-reader.js';
import { isOwn } from './encode-upstream-request.js';
import { failureOf } from './failure-of.js';
import { ItemPlaces } from './item-places.js';
import { WholeItemReader, type ItemContext, type ItemReader } from './item-reader.js';
import { MessageItemReader } from './message-item-reader.js';
import { plainNames } from './plain-tools.js';
import { ReasoningItemReader } from './reasoning-item-reader.js';

/**
 * Reads one answer. Items are read one after another, in their order; one that comes at the same time as another waits
 * for its turn and then comes whole. Events of unknown kinds say nothing.
 */
export class ResponseReader implements WireReader {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #target: WireTarget;
  readonly #warnings: readonly Warning[];
  readonly #context: ItemContext;
  #started = false;
  /** What the upstream said of its response before it said anything in it: it may still refuse the request, and does so in the stream. */
  #beginsAs: JsonObject | undefined;
  #done = false;
  /** Index of the item that is read or comes next. */
  #index = 0;
  #item: ItemReader | undefined;
  /** The event that it began with. */
  #beginning: JsonObject = {};
  readonly #places = new ItemPlaces();
  /** Items that were done before their turn. */
  readonly #waiting = new Map<number, JsonObject>();
  /** Pieces that were passed on: they stand for tokens where the upstream does not count. */
  #pieces = 0;
  #reasoningPieces = 0;
  #calls = false;
  #refuses = false;

  constructor(
    request: GenerationRequest,
    target: WireTarget,
    warnings: readonly Warning[],
    emit: (event: GenerationEvent) => void,
  ) {
    this.#emit = emit;
    this.#target = target;
    this.#warnings = warnings;
    const own = isOwn(request);
    const names = own ? plainNamesFor(request, target) : new ToolNames(request.tools);
    this.#context = {
      parts: new PartStream('responses', (event) => this.#pass(event)),
      issuer: target.issuer,
      own,
      said: new Map(),
      toolOf: names === undefined ? undefined : (name) => names.fromWire(name),
    };
  }

  get done(): boolean {
    return this.#done;
  }

  push(event: JsonObject): WireFailure | undefined {
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        this.#beginsAs ??= objectOf(event['response']);
        return undefined;
      case 'response.output_item.added':
        this.#startItem(event);
        return undefined;
      case 'response.output_item.done':
        this.#finishItem(event);
        return undefined;
      case 'response.completed':
      case 'response.incomplete':
      // So the vendor's own agents are told the end, whatever it is.
      case 'response.done':
        return this.#endAsTold(objectOf(event['response']));
      case 'response.failed':
        return failureOf(objectOf(event['response']));
      case 'error':
        return failureOf(event);
      default:
        this.#take(event);
        return undefined;
    }
  }

  /** A whole response is a stream whose items come in one piece. */
  pushDocument(document: JsonObject): WireFailure | undefined {
    const { output, status } = document;
    if (!Array.isArray(output)) return failureOf(document);
    if (status === undefined) throw brokenAnswer('a response that has not ended');
    return this.#endAsTold(document);
  }

  /** The event that it comes with may leave the status to be guessed, but not say another one. */
  #endAsTold(response: JsonObject): WireFailure | undefined {
    const { status } = response;
    if (status === 'failed') return failureOf(response);
    if (status !== undefined && status !== 'completed' && status !== 'incomplete')
      throw brokenAnswer('a response that has not ended');
    this.#end(response);
    return undefined;
  }

  #start(whole: JsonObject = {}): void {
    if (this.#started) return;
    const response = this.#beginsAs ?? whole;
    this.#started = true;
    this.#emit({
      type: 'generation-start',
      model: modelTold(response['model'], this.#target.model),
      usage: emptyUsage,
      warnings: this.#warnings,
      ...tierOf(response),
      ...answerExtensions(response),
    });
  }

  #startItem(event: JsonObject): void {
    this.#start();
    const { output_index: told, item } = event;
    if (!isObject(item)) throw brokenAnswer('an item without its place');
    // Ollama ends no text that calls follow, and tells the first of them at its place.
    if (
      this.#item !== undefined &&
      told !== undefined &&
      told === this.#beginning['output_index'] &&
      this.#places.isTaken(this.#index, item['id'])
    )
      this.#finish(objectOf(this.#beginning['item']));
    // `transformers serve` leaves one free before its calls.
    if (this.#item === undefined && this.#waiting.size === 0) this.#places.closeUp(told, this.#index);
    const index = this.#claim(told, item['id']);
    if (index === undefined) throw brokenAnswer('an item without its place');
    if (index === this.#index && this.#item === undefined) this.#open(event, item);
  }

  #finishItem({ output_index: told, item }: JsonObject): void {
    this.#start();
    const known = isObject(item) ? this.#places.of(told, item['id']) : undefined;
    // One that is told at the place of an item that is over is another item.
    const index = isObject(item) && known !== undefined && known < this.#index ? this.#claim(told, item['id']) : known;
    if (!isObject(item) || index === undefined || index < this.#index) throw brokenAnswer('an item without its place');
    this.#waiting.set(index, item);
    for (let next = this.#waiting.get(this.#index); next !== undefined; next = this.#waiting.get(this.#index))
      this.#finish(next);
  }

  /** Text of an item that was not begun begins it: it would be lost where the end does not tell it once more. LiteLLM tells it at the place of the reasoning. */
  #take(event: JsonObject): void {
    const { output_index: told, item_id: id } = event;
    const says = event['type'] === 'response.output_text.delta';
    const known = this.#places.of(told, id);
    const index = says && known !== undefined && known < this.#index ? this.#claim(told, id) : known;
    if (index !== this.#index) return;
    if (this.#item === undefined && says) {
      this.#start();
      const item: JsonObject = {
        type: 'message',
        ...(typeof id === 'string' && { id }),
        role: 'assistant',
        content: [],
      };
      this.#open({ output_index: told ?? null, item }, item);
    }
    this.#item?.take(event);
  }

  #open(beginning: JsonObject, item: JsonObject): void {
    this.#beginning = beginning;
    this.#item = openItem(item, this.#context);
  }

  #claim(told: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    return this.#places.claim(told, id, this.#item === undefined ? this.#index : this.#index + 1);
  }

  #finish(item: JsonObject): void {
    const reader = this.#item ?? openItem(item, this.#context);
    const told = this.#item === undefined ? item : underIdOf(objectOf(this.#beginning['item']), item);
    this.#item = undefined;
    this.#waiting.delete(this.#index);
    this.#index += 1;
    reader.finish(told);
  }

  /** Items of which no event came are in the response itself. */
  #end(response: JsonObject): void {
    this.#start(response);
    const { output, status, incomplete_details: details, usage } = response;
    const items: readonly JsonValue[] = Array.isArray(output) ? output : [];
    while (this.#index < items.length) this.#finish(objectOf(items[this.#index]));
    if (this.#item !== undefined || this.#waiting.size > 0) throw brokenAnswer('a response that ends before its items');
    const { reason } = objectOf(details);
    this.#done = true;
    this.#emit({
      type: 'generation-end',
      finishReason: decodeEnd(
        typeof status === 'string' ? status : undefined,
        typeof reason === 'string' ? reason : undefined,
        { calls: this.#calls, refuses: this.#refuses },
      ),
      usage: isObject(usage) ? decodeUsage(usage) : this.#estimate(),
      ...tierOf(response),
      ...answerExtensions(response),
    });
  }

  #pass(event: GenerationEvent): void {
    if (event.type === 'part-start') {
      this.#calls ||= event.part.type === 'tool-call';
      this.#refuses ||= event.part.type === 'text' && event.part.refusal === true;
    }
    if (event.type === 'part-delta' && event.delta.type !== 'opaque') {
      this.#pieces += 1;
      if (event.delta.type === 'reasoning') this.#reasoningPieces += 1;
    }
    this.#emit(event);
  }

  #estimate(): Usage {
    return { ...emptyUsage, outputTokens: this.#pieces, reasoningTokens: this.#reasoningPieces, estimated: true };
  }
}

/** The names of a client's own tools, where they do not travel as they are. */
function plainNamesFor(request: GenerationRequest, { tools }: WireTarget): ToolNames | undefined {
  return tools === 'all' ? undefined : plainNames(request);
}

/** Some servers end an item under another id than the one it was shown under. */
function underIdOf({ id }: JsonObject, item: JsonObject): JsonObject {
  return typeof id !== 'string' || id === '' || item['id'] === id ? item : { ...item, id };
}

function tierOf({ service_tier: tier }: JsonObject): { readonly serviceTier?: string } {
  return typeof tier === 'string' ? { serviceTier: tier } : {};
}

function openItem(item: JsonObject, context: ItemContext): ItemReader {
  switch (item['type']) {
    case 'message':
      return new MessageItemReader(item, context);
    case 'reasoning':
      return new ReasoningItemReader(item, context);
    case 'function_call':
    case 'custom_tool_call':
      return new CallItemReader(item, context);
    default:
      return new WholeItemReader(item, context);
  }
}
