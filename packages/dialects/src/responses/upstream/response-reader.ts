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
  type UpstreamFailure,
  type UpstreamReader,
  type UpstreamTarget,
} from '@org/engine';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { reportedModel } from '../../shared/upstream/reported-model.js';
import { PartStream } from '../../shared/upstream/part-stream.js';
import { toResponseExtensions } from '../encode/response-extensions.js';
import { decodeUsage } from '../encode/encode-usage.js';
import { decodeEnd } from '../encode/status.js';
import { CallItemReader } from './call-item-reader.js';
import { isFromSameDialect } from './encode-upstream-request.js';
import { failureOf } from './failure-of.js';
import { ItemPositions } from './item-positions.js';
import { CompleteItemReader, type ItemContext, type ItemReader } from './item-reader.js';
import { MessageItemReader } from './message-item-reader.js';
import { plainNames } from './with-plain-tools.js';
import { ReasoningItemReader } from './reasoning-item-reader.js';

/**
 * Reads one response. Reads items in order, one after another; an item that arrives during another waits and is then
 * emitted complete. Ignores events of unknown kinds.
 */
export class ResponseReader implements UpstreamReader {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #target: UpstreamTarget;
  readonly #warnings: readonly Warning[];
  readonly #context: ItemContext;
  #started = false;
  /**
   * Response members announced before its first content: the upstream may still reject the request, and does so in
   * the stream.
   */
  #announcedResponse: JsonObject | undefined;
  #done = false;
  /** Index of the current or next item. */
  #index = 0;
  #item: ItemReader | undefined;
  /** The event that it began with. */
  #addedEvent: JsonObject = {};
  readonly #positions = new ItemPositions();
  /** Items that were done before their turn. */
  readonly #waiting = new Map<number, JsonObject>();
  /** Number of forwarded deltas: they approximate tokens where the upstream does not count. */
  #deltaCount = 0;
  #reasoningDeltaCount = 0;
  #calls = false;
  #refuses = false;

  constructor(
    request: GenerationRequest,
    target: UpstreamTarget,
    warnings: readonly Warning[],
    emit: (event: GenerationEvent) => void,
  ) {
    this.#emit = emit;
    this.#target = target;
    this.#warnings = warnings;
    const sameDialect = isFromSameDialect(request);
    const names = sameDialect ? plainNamesFor(request, target) : new ToolNames(request.tools);
    this.#context = {
      parts: new PartStream('responses', (event) => this.#forward(event)),
      signer: target.signer,
      sameDialect,
      messageTexts: new Map(),
      toolOf: names === undefined ? undefined : (name) => names.fromApiName(name),
    };
  }

  get done(): boolean {
    return this.#done;
  }

  push(event: JsonObject): UpstreamFailure | undefined {
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        this.#announcedResponse ??= objectOf(event['response']);
        return undefined;
      case 'response.output_item.added':
        this.#startItem(event);
        return undefined;
      case 'response.output_item.done':
        this.#finishItem(event);
        return undefined;
      case 'response.completed':
      case 'response.incomplete':
      // The vendor's own agents receive every end in this form.
      case 'response.done':
        return this.#endByStatus(objectOf(event['response']));
      case 'response.failed':
        return failureOf(objectOf(event['response']));
      case 'error':
        return failureOf(event);
      default:
        this.#take(event);
        return undefined;
    }
  }

  /** Reads a non-streaming response as a stream whose items arrive complete. */
  pushDocument(document: JsonObject): UpstreamFailure | undefined {
    const { output, status } = document;
    if (!Array.isArray(output)) return failureOf(document);
    if (status === undefined) throw malformedResponse('a response without a terminal status');
    return this.#endByStatus(document);
  }

  /** The event may omit the response's status, but must not contradict it. */
  #endByStatus(response: JsonObject): UpstreamFailure | undefined {
    const { status } = response;
    if (status === 'failed') return failureOf(response);
    if (status !== undefined && status !== 'completed' && status !== 'incomplete')
      throw malformedResponse('a response without a terminal status');
    this.#end(response);
    return undefined;
  }

  #start(fields: JsonObject = {}): void {
    if (this.#started) return;
    const response = this.#announcedResponse ?? fields;
    this.#started = true;
    this.#emit({
      type: 'generation-start',
      model: reportedModel(response['model'], this.#target.model),
      usage: emptyUsage,
      warnings: this.#warnings,
      ...tierOf(response),
      ...toResponseExtensions(response),
    });
  }

  #startItem(event: JsonObject): void {
    this.#start();
    const { output_index: reported, item } = event;
    if (!isObject(item)) throw malformedResponse('an output_item.added event without an item');
    // Ollama does not end a text before calls, and reports the first call at the text's index.
    if (
      this.#item !== undefined &&
      reported !== undefined &&
      reported === this.#addedEvent['output_index'] &&
      this.#positions.isOccupied(this.#index, item['id'])
    )
      this.#finish(objectOf(this.#addedEvent['item']));
    // `transformers serve` leaves one index free before its calls.
    if (this.#item === undefined && this.#waiting.size === 0) this.#positions.closeGap(reported, this.#index);
    const index = this.#allocatePosition(reported, item['id']);
    if (index === undefined) throw malformedResponse('an item without a valid output_index');
    if (index === this.#index && this.#item === undefined) this.#open(event, item);
  }

  #finishItem({ output_index: reported, item }: JsonObject): void {
    this.#start();
    const known = isObject(item) ? this.#positions.of(reported, item['id']) : undefined;
    // An item reported at the index of a finished item is another item.
    const index =
      isObject(item) && known !== undefined && known < this.#index
        ? this.#allocatePosition(reported, item['id'])
        : known;
    if (!isObject(item) || index === undefined || index < this.#index)
      throw malformedResponse('an item without a valid output_index');
    this.#waiting.set(index, item);
    for (let next = this.#waiting.get(this.#index); next !== undefined; next = this.#waiting.get(this.#index))
      this.#finish(next);
  }

  /**
   * Text of an item without a start event starts the item: it would be lost where the end does not repeat it. LiteLLM
   * reports such text at the index of the reasoning.
   */
  #take(event: JsonObject): void {
    const { output_index: reported, item_id: id } = event;
    const isTextDelta = event['type'] === 'response.output_text.delta';
    const known = this.#positions.of(reported, id);
    const index =
      isTextDelta && known !== undefined && known < this.#index ? this.#allocatePosition(reported, id) : known;
    if (index !== this.#index) return;
    if (this.#item === undefined && isTextDelta) {
      this.#start();
      const item: JsonObject = {
        type: 'message',
        ...(typeof id === 'string' && { id }),
        role: 'assistant',
        content: [],
      };
      this.#open({ output_index: reported ?? null, item }, item);
    }
    this.#item?.take(event);
  }

  #open(addedEvent: JsonObject, item: JsonObject): void {
    this.#addedEvent = addedEvent;
    this.#item = openItem(item, this.#context);
  }

  #allocatePosition(reported: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    return this.#positions.allocate(reported, id, this.#item === undefined ? this.#index : this.#index + 1);
  }

  #finish(item: JsonObject): void {
    const reader = this.#item ?? openItem(item, this.#context);
    const reported = this.#item === undefined ? item : underIdOf(objectOf(this.#addedEvent['item']), item);
    this.#item = undefined;
    this.#waiting.delete(this.#index);
    this.#index += 1;
    reader.finish(reported);
  }

  /** Items of which no event came are in the response itself. */
  #end(response: JsonObject): void {
    this.#start(response);
    const { output, status, incomplete_details: details, usage } = response;
    const items: readonly JsonValue[] = Array.isArray(output) ? output : [];
    while (this.#index < items.length) this.#finish(objectOf(items[this.#index]));
    if (this.#item !== undefined || this.#waiting.size > 0)
      throw malformedResponse('a response that ends with unfinished items');
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
      ...toResponseExtensions(response),
    });
  }

  #forward(event: GenerationEvent): void {
    if (event.type === 'part-start') {
      this.#calls ||= event.part.type === 'tool-call';
      this.#refuses ||= event.part.type === 'text' && event.part.refusal === true;
    }
    if (event.type === 'part-delta' && event.delta.type !== 'opaque') {
      this.#deltaCount += 1;
      if (event.delta.type === 'reasoning') this.#reasoningDeltaCount += 1;
    }
    this.#emit(event);
  }

  #estimate(): Usage {
    return {
      ...emptyUsage,
      outputTokens: this.#deltaCount,
      reasoningTokens: this.#reasoningDeltaCount,
      estimated: true,
    };
  }
}

/** Names of a client's own tools, where they are not sent unchanged. */
function plainNamesFor(request: GenerationRequest, { tools }: UpstreamTarget): ToolNames | undefined {
  return tools === 'all' ? undefined : plainNames(request);
}

/** Some servers end an item under a different id than the one it started with. */
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
      return new CompleteItemReader(item, context);
  }
}
