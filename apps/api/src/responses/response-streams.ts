import { includeStored, includeStoredEvent, keepAliveEvent, responsesDialect } from '@org/dialects/responses';
import {
  type EngineError,
  followTurnEvents,
  isLongJson,
  isTerminal,
  type ReasoningSigners,
  type Store,
  textChunks,
  type TurnEvent,
  type TurnRecord,
} from '@org/engine';
import { responseEvents, type KnownResponseEvent, type Response } from '@org/protocol/responses';
import { formatSseEvent, formatSseFrame } from '@org/protocol/sse';
import type { FastifyReply } from 'fastify';
import type { ServiceConfig } from '../config/service-config.js';
import { clientDisconnectedError } from '../request-context/client-disconnected.js';
import type { RequestContext } from '../request-context/request-context.js';
import { formatEvents } from '../http/reply/format-events.js';
import { longFrame } from '../http/reply/long-frame.js';
import { streamReply, type Frames } from '../http/reply/stream-reply.js';

/** Types of terminal events. For a started response, an `error` is not the last event. */
const terminalTypes: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** An event that is made of a stored response. */
interface ReplayedEvent {
  readonly seq: number;
  readonly made: KnownResponseEvent;
}

/** Which events of which response. */
export interface StreamRequest {
  readonly owner: string;
  readonly id: string;
  /** Number of the event before the first requested one; -1 is before all. */
  readonly after: number;
  readonly include: readonly string[];
}

export interface ResponseStreamsOptions {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly reasoningSigners: ReasoningSigners;
}

/**
 * Streams of stored responses. A background response has a log: it is replayed byte for byte, and then followed. Any
 * other response has ended when it is stored, and its events are generated from it, the same ones every time.
 */
export class ResponseStreams {
  readonly #options: ResponseStreamsOptions;

  constructor(options: ResponseStreamsOptions) {
    this.#options = options;
  }

  /**
   * Like {@link stream}, for the request that started the response: that is stored, so no client has to stay
   * connected until its end.
   */
  async start(request: StreamRequest, requestContext: RequestContext, reply: FastifyReply): Promise<void> {
    if (requestContext.idempotentWrite?.recording !== undefined) {
      requestContext.idempotentWrite.recording = undefined;
      // From here on a disconnect ends the stream; an earlier one has not.
      if (reply.raw.destroyed) requestContext.abort(clientDisconnectedError());
    }
    await this.stream(request, requestContext, reply);
  }

  /** Sends the events that are asked for. Leaving ends the stream only. */
  async stream(request: StreamRequest, requestContext: RequestContext, reply: FastifyReply): Promise<void> {
    requestContext.log.stream = true;
    const reasoningSigner = this.#options.reasoningSigners.of(request.owner);
    let last = request.after;
    let sent = last;
    const format = (event: TurnEvent | ReplayedEvent): Frames => {
      last = event.seq;
      if ('made' in event) return formatEvents([event.made], responsesDialect);
      const data = includeStoredEvent(event.data, request.include, reasoningSigner);
      return isLongJson(data) ? longFrame(textChunks(data), typeOf(data)) : formatSseFrame(data, typeOf(data));
    };
    const source = {
      items: this.#events(request, requestContext),
      format,
      onSent: () => {
        sent = last;
      },
      isLast: (event: TurnEvent | ReplayedEvent) =>
        terminalTypes.has('made' in event ? event.made.type : typeOf(event.data)),
      end: responsesDialect.endFrame,
      fail: (error: EngineError) => formatError(error, last),
    };
    await streamReply(reply, source, {
      // The response has started: its first event is in the stream, or in one that this stream continues.
      keepAlive: { frame: () => formatSseEvent(keepAliveEvent(sent < 0 ? undefined : sent)) },
      keepAliveMs: this.#options.config.stream.keepAliveSeconds * 1000,
      requestContext,
    });
  }

  async *#events(
    { owner, id: turnId, after, include }: StreamRequest,
    requestContext: RequestContext,
  ): AsyncGenerator<TurnEvent | ReplayedEvent, void, void> {
    const stored = await this.#options.store.getTurn(owner, turnId);
    if (stored !== undefined && (await this.#hasNoLog(stored))) {
      yield* replayed(
        includeStored(
          stored.payload as unknown as Response,
          include,
          this.#options.reasoningSigners.of(owner),
          stored.output,
        ),
        after,
      );
      return;
    }
    try {
      yield* followTurnEvents(this.#options.store, { owner, turnId, after, signal: requestContext.signal });
    } catch (thrown) {
      throw requestContext.failureOf(thrown);
    }
  }

  async #hasNoLog({ owner, id, status }: TurnRecord): Promise<boolean> {
    if (!isTerminal(status)) return false;
    const page = await this.#options.store.readEvents(owner, id, -1, 1);
    return page?.events.length === 0;
  }
}

/**
 * A client that counts by the live stream, whose deltas are not stored, receives at least the last event, which contains
 * the complete response.
 */
function* replayed(response: Response, after: number): Generator<ReplayedEvent, void, void> {
  const events = responseEvents(response);
  for (const [seq, event] of events.entries()) {
    if (seq > after || (after >= events.length && seq === events.length - 1)) yield { seq, made: event };
  }
}

/** Every event starts with its type. */
function typeOf(data: string): string {
  return data.slice('{"type":"'.length, data.indexOf('"', '{"type":"'.length));
}

/**
 * The end of a stream that cannot continue though the response may. It repeats the number of the event before it, so
 * that a client that resumes after it misses nothing.
 */
function formatError(error: EngineError, last: number): string {
  const { body } = responsesDialect.encodeError(error, '');
  const object =
    typeof body['error'] === 'object' && body['error'] !== null && !Array.isArray(body['error']) ? body['error'] : {};
  const event = { ...object, type: 'error', sequence_number: Math.max(last, 0), error: object };
  return formatSseEvent(event) + responsesDialect.endFrame;
}
