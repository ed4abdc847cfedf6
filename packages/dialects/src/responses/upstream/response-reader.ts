// A streamed response of an upstream as neutral events.
import {
  emptyUsage,
  type GenerationEvent,
  type GenerationRequest,
  isObject,
  type JsonObject,
  objectOf,
  type ReaderOptions,
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
import { withExactItems } from '../with-exact-items.js';
import { isFromSameDialect } from './encode-upstream-request.js';
import { EventNumbers } from './event-numbers.js';
import { failureOf } from './failure-of.js';
import { ItemSequence } from './item-sequence.js';
import { UsedItemIds } from './used-item-ids.js';
import { customNames, plainNames } from './with-plain-tools.js';

/** Without knowledge of the client, it may see every event at once. */
const defaultOptions: ReaderOptions = { isShown: true, isUsedId: () => false };

/** Reads one response. Ignores events of unknown kinds, and those that the upstream repeats. */
export class ResponseReader implements UpstreamReader {
  readonly #emit: (event: GenerationEvent) => void;
  readonly #target: UpstreamTarget;
  readonly #warnings: readonly Warning[];
  #started = false;
  /**
   * Response members announced before its first content: the upstream may still reject the request, and does so in
   * the stream.
   */
  #announcedResponse: JsonObject | undefined;
  #done = false;
  readonly #numbers = new EventNumbers();
  readonly #items: ItemSequence;
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
    { isShown, isUsedId }: ReaderOptions = defaultOptions,
  ) {
    this.#emit = emit;
    this.#target = target;
    this.#warnings = warnings;
    const sameDialect = isFromSameDialect(request);
    const names = sameDialect ? plainNamesFor(request, target) : new ToolNames(request.tools);
    const ids = new UsedItemIds(request.messages, isUsedId);
    this.#items = new ItemSequence({
      isShown,
      expectsSignature: target.encryptedReasoning,
      numbers: this.#numbers,
      item: {
        stream: new PartStream('responses', (event) => this.#forward(event)),
        signer: target.signer,
        sameDialect,
        messageTexts: new Map(),
        customNames: customNames(request),
        toolOf: names === undefined ? undefined : (name) => names.fromApiName(name),
        takeId: (id) => ids.take(id),
      },
    });
  }

  get done(): boolean {
    return this.#done;
  }

  push(parsed: JsonObject, text?: string): UpstreamFailure | undefined {
    const event = withExactItems(parsed, text);
    if (this.#numbers.isRepeated(event)) return undefined;
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        this.#announcedResponse ??= objectOf(event['response']);
        return undefined;
      case 'response.output_item.added':
        this.#start();
        this.#items.start(event);
        return undefined;
      case 'response.output_item.done':
        this.#start();
        this.#items.finish(event);
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
        this.#items.take(event);
        return undefined;
    }
  }

  /** Reads a non-streaming response as a stream whose items arrive complete. */
  pushDocument(parsed: JsonObject, text?: string): UpstreamFailure | undefined {
    const document = withExactItems(parsed, text);
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

  #end(response: JsonObject): void {
    this.#start(response);
    const { output, status, incomplete_details: details, usage } = response;
    this.#items.complete(Array.isArray(output) ? output.map(objectOf) : []);
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
    this.#start();
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

function tierOf({ service_tier: tier }: JsonObject): { readonly serviceTier?: string } {
  return typeof tier === 'string' ? { serviceTier: tier } : {};
}
