// Encodes one response: as a stream of events, as a response object, and as a stored snapshot.
import {
  type EngineError,
  type Extensions,
  type GenerationEnd,
  type GenerationEvent,
  type GenerationResult,
  type GenerationStart,
  type Part,
  TextBuilder,
  type TextPart,
  type TurnOutcome,
  type TurnSnapshot,
  UsageMeter,
} from '@org/engine';
import {
  openingItem,
  type ItemStatus,
  type Response,
  type ResponseCreateParams,
  type ResponseOutputItem,
} from '@org/protocol/responses';
import type { EncodeContext, TurnEncoder } from '../../dialect.js';
import { passthroughFieldsOf } from '../extensions.js';
import { ServerSearch } from '../server-search.js';
import { snapshotOf } from '../snapshot.js';
import { truncateItem } from './truncate-item.js';
import { errorEvent, failureEvents } from './failure-events.js';
import { clientCallForm, encodeOutputItem } from './encode-output-item.js';
import {
  encodeOutput,
  failedResponse,
  finishedResponse,
  frameOf,
  runningResponse,
  applyReportedSettings,
  type ResponseFrame,
} from './encode-response.js';
import { continues, isMessage, partCount } from './group-parts.js';
import { toEncodablePart } from './to-encodable-part.js';
import type { SentEvent } from './sent-event.js';
import { encodeEnd } from './status.js';
import { CallStream } from './streams/call-stream.js';
import { ClientCallStream } from './streams/client-call-stream.js';
import { Sequence, type ItemPosition, type ItemStream } from './streams/item-stream.js';
import { MessageStream } from './streams/message-stream.js';
import { ReasoningStream } from './streams/reasoning-stream.js';
import { ServerToolStream } from './streams/server-tool-stream.js';
import { CompleteItemStream } from './streams/complete-item-stream.js';
import { withText } from './with-text.js';

/** The open item. `parts` are its finished parts, `current` is the growing one. */
interface OpenItem {
  readonly index: number;
  readonly stream: ItemStream;
  readonly count: number;
  readonly position: ItemPosition;
  /** Whether the item was sent to readers. An item made of a call's arguments starts when they are complete. */
  reported: boolean;
  readonly parts: Part[];
  current: Part | undefined;
  grown: TextBuilder;
}

const lifecycle = ['response.created', 'response.queued', 'response.in_progress'] as const;

/**
 * Encodes one response. An item's `output_item.done` waits for the event after its last part, because only that
 * reveals whether the item was truncated: a truncated call must not look ready to run.
 */
export class ResponsesTurnEncoder implements TurnEncoder<Response, SentEvent> {
  readonly #request: ResponseCreateParams;
  readonly #context: EncodeContext;
  readonly #endsStream: boolean;
  #frame: ResponseFrame;
  /** What the upstream has reported about the response so far. */
  #extensions: Extensions | undefined;
  readonly #sequence: Sequence;
  /** How many lifecycle events the client has received. */
  #announced: number;
  readonly #search: ServerSearch;
  readonly #output: ResponseOutputItem[] = [];
  readonly #meter = new UsageMeter();
  #model: string | undefined;
  #item: OpenItem | undefined;
  #endedAt: number | undefined;
  #closingEvents: SentEvent[] | undefined;
  /** The unfinished text when the response was aborted. */
  #unfinished: TextPart | undefined;
  /** What `generation-end` gave. */
  #ended: { readonly events: readonly SentEvent[]; readonly number: number } | undefined;

  /** `endsStream`: nothing follows the response on its transport, as on a dedicated stream. */
  constructor(request: ResponseCreateParams, context: EncodeContext, { endsStream }: { readonly endsStream: boolean }) {
    this.#request = request;
    this.#context = context;
    this.#endsStream = endsStream;
    this.#frame = frameOf(request, context);
    this.#announced = context.announced ?? 0;
    this.#sequence = new Sequence(this.#announced);
    this.#search = new ServerSearch(this.#frame.searchedTools, context.id);
  }

  /** Announces the response under the name of the requested model: the responding model is not known yet. */
  announce(): readonly SentEvent[] {
    return this.#announced > 0 ? [] : this.#sendLifecycle(runningResponse(this.#frame, this.#request.model));
  }

  push(event: GenerationEvent): readonly SentEvent[] {
    this.#meter.push(event);
    switch (event.type) {
      case 'generation-start':
        return this.#start(event);
      case 'part-start':
        return this.#startPart(event.index, toEncodablePart(event.part));
      case 'part-delta': {
        const item = this.#item;
        if (item === undefined || (event.delta.type === 'opaque' && event.delta.dialect !== 'responses')) return [];
        item.grown.push(event.delta.text);
        return item.stream.delta(event.delta);
      }
      case 'part-end':
        return this.#endConvertedPart(event.part);
      case 'generation-end':
        return this.#end(event);
      case 'generation-usage':
        return [];
    }
  }

  fail(error: EngineError): readonly SentEvent[] {
    if (this.#model === undefined && this.#announced === 0) return [errorEvent(error, this.#sequence.next())];
    const { events, number } = this.#ended ?? { events: this.#closeOpenItems(), number: this.#sequence.next() };
    const response = failedResponse(this.#frame, this.#model ?? this.#request.model, this.#output, {
      error,
      usage: this.#meter.usage,
      extensions: this.#extensions,
    });
    return [...events, ...failureEvents(error, response, { number, endsStream: this.#endsStream })];
  }

  response(result: GenerationResult): Response {
    const { status } = encodeEnd(result.finishReason);
    const { finishReason, usage, extensions } = result;
    return finishedResponse(
      applyReportedSettings(this.#frame, result),
      result.model,
      encodeOutput(result.parts, status, this.#frame),
      {
        finishReason,
        usage,
        endedAt: this.#now(),
        extensions,
      },
    );
  }

  snapshot({ result, error }: TurnOutcome): TurnSnapshot {
    const snapshot = snapshotOf(
      this.#request,
      error === undefined ? this.response(result) : this.#failed(result, error),
      result.parts,
      this.#context.items,
    );
    return this.#unfinished === undefined ? snapshot : { ...snapshot, unfinishedText: this.#unfinished };
  }

  /**
   * Uses what a stream already sent, including the unfinished item; without a stream, the finished parts. The usage
   * is the turn's: of an aborted response it arrives when nothing is streamed any more. That of an announced response
   * that never started is unknown, unless the model reported it.
   */
  #failed(result: GenerationResult, error: EngineError): Response {
    if (this.#model === undefined) {
      const usage = this.#announced > 0 ? this.#meter.usage : result.usage;
      return failedResponse(
        applyReportedSettings(this.#frame, result),
        result.model,
        encodeOutput(result.parts, 'completed', this.#frame),
        { error, usage, extensions: result.extensions },
      );
    }
    this.#closingEvents ??= this.#closeOpenItems();
    return failedResponse(this.#frame, this.#model, this.#output, {
      error,
      usage: result.usage,
      extensions: this.#extensions,
    });
  }

  #start(start: GenerationStart): SentEvent[] {
    const { model, extensions } = start;
    this.#model = model;
    this.#extensions = extensions;
    this.#frame = applyReportedSettings(this.#frame, start);
    return this.#sendLifecycle(runningResponse(this.#frame, model, extensions));
  }

  /** The lifecycle events that the client has not received; only an announced response is queued. */
  #sendLifecycle(response: Response): SentEvent[] {
    const remaining = lifecycle.slice(this.#announced);
    this.#announced = lifecycle.length;
    return remaining
      .filter((type) => type !== 'response.queued')
      .map((type) => ({ type, sequence_number: this.#sequence.next(), response }));
  }

  #startPart(index: number, part: Part): SentEvent[] {
    const open = this.#item;
    if (open !== undefined && open.parts.length < open.count && continues(part)) {
      open.current = part;
      open.grown = new TextBuilder();
      return open.stream.start(part);
    }
    const events = this.#finishItem('completed');
    const item = encodeOutputItem({ index, parts: [part] }, 'in_progress', this.#frame);
    if (item === undefined) return events;
    for (const found of this.#search.before(part, index)) events.push(...this.#completeItem(found));
    const outputIndex = this.#output.length;
    const position: ItemPosition = { itemId: String(item['id']), outputIndex, sequence: this.#sequence };
    const stream = streamOf(part, position, index, this.#frame);
    const reported = part.type !== 'tool-call' || clientCallForm(part, this.#frame) !== 'made';
    this.#item = {
      index,
      stream,
      count: partCount(part),
      position,
      reported,
      parts: [],
      current: part,
      grown: new TextBuilder(),
    };
    if (reported) events.push(this.#added(item, outputIndex));
    return [...events, ...stream.start(part)];
  }

  /** An item that arrives complete. */
  #completeItem(item: ResponseOutputItem): SentEvent[] {
    const outputIndex = this.#output.push(item) - 1;
    return [
      this.#added(item, outputIndex),
      { type: 'response.output_item.done', sequence_number: this.#sequence.next(), output_index: outputIndex, item },
    ];
  }

  #added(item: ResponseOutputItem, outputIndex: number): SentEvent {
    return {
      type: 'response.output_item.added',
      sequence_number: this.#sequence.next(),
      output_index: outputIndex,
      item: openingItem(item),
    };
  }

  /** A part converted to text here did not grow. */
  #endConvertedPart(reported: Part): SentEvent[] {
    const part = toEncodablePart(reported);
    if (part === reported || part.type !== 'text') return this.#endPart(part);
    return [...(this.#item?.stream.delta({ type: 'text', text: part.text }) ?? []), ...this.#endPart(part)];
  }

  #endPart(part: Part): SentEvent[] {
    const item = this.#item;
    if (item === undefined) return [];
    item.parts.push(part);
    item.current = undefined;
    return [...this.#announceItem(item, part), ...item.stream.end(part)];
  }

  /** Starts an item that is sent only once its part is complete. */
  #announceItem(item: OpenItem, part: Part): SentEvent[] {
    const completeItem = item.reported
      ? undefined
      : encodeOutputItem({ index: item.index, parts: [part] }, 'in_progress', this.#frame);
    item.reported = true;
    return completeItem === undefined ? [] : [this.#added(completeItem, item.position.outputIndex)];
  }

  #finishItem(status: ItemStatus): SentEvent[] {
    const open = this.#item;
    this.#item = undefined;
    const [first, ...others] = open?.parts ?? [];
    if (open === undefined || first === undefined) return [];
    const encoded = encodeOutputItem({ index: open.index, parts: [first, ...others] }, status, this.#frame);
    if (encoded === undefined) return [];
    const item = encoded['status'] === 'in_progress' ? truncateItem(encoded) : encoded;
    const outputIndex = this.#output.push(item) - 1;
    return [
      { type: 'response.output_item.done', sequence_number: this.#sequence.next(), output_index: outputIndex, item },
    ];
  }

  #end(reported: GenerationEnd): SentEvent[] {
    const { finishReason, usage, extensions } = reported;
    this.#frame = applyReportedSettings(this.#frame, reported);
    const { status } = encodeEnd(finishReason);
    const events = this.#finishItem(status);
    const end = { finishReason, usage, endedAt: this.#now(), extensions };
    const response = finishedResponse(this.#frame, this.#model ?? '', this.#output, end);
    this.#ended = { events, number: this.#sequence.next() };
    return [...events, { type: `response.${status}`, sequence_number: this.#ended.number, response }];
  }

  /** Closes open items in their current state. If the snapshot has already done so, returns the events that it left. */
  #closeOpenItems(): SentEvent[] {
    if (this.#closingEvents !== undefined) return this.#closingEvents;
    const item = this.#item;
    if (item?.current === undefined) return this.#finishItem('incomplete');
    const itemSoFar = withText(item.current, item.grown.toString());
    if (itemSoFar.type === 'text' && itemSoFar.text !== '') this.#unfinished = itemSoFar;
    return [...this.#endPart(item.stream.truncate?.(itemSoFar) ?? itemSoFar), ...this.#finishItem('incomplete')];
  }

  #now(): number {
    this.#endedAt ??= this.#context.now();
    return this.#endedAt;
  }
}

function streamOf(part: Part, position: ItemPosition, index: number, frame: ResponseFrame): ItemStream {
  if (isMessage(part)) return new MessageStream(position);
  switch (part.type) {
    case 'reasoning':
      return new ReasoningStream(position, frame.rawReasoning);
    case 'tool-call':
      return clientCallForm(part, frame) === undefined
        ? new CallStream(position, part.kind)
        : new ClientCallStream(position, (call) => encodeOutputItem({ index, parts: [call] }, 'completed', frame));
    case 'text':
      return new MessageStream(position);
    case 'opaque':
      return passthroughFieldsOf(part.extensions).isServiceMade === true
        ? new ServerToolStream(position)
        : new CompleteItemStream(position);
    case 'tool-result':
    case 'media':
      return new CompleteItemStream(position);
  }
}
