import { Inject, Injectable } from '@nestjs/common';
import { replayResponse, responsesDialect } from '@org/dialects/responses';
import type { EngineError } from '@org/engine/errors/engine-error';
import type { Store, TurnRecord } from '@org/engine/ports/store';
import { isTerminal } from '@org/engine/ports/turn-status';
import type { TurnEvent } from '@org/engine/ports/turn-event-log';
import { followTurnEvents } from '@org/engine/turn/follow-turn-events';
import type { Response } from '@org/protocol/responses';
import { formatSseEvent, formatSseFrame } from '@org/protocol/sse';
import type { FastifyReply } from 'fastify';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, STORE } from '../engine/tokens.js';
import type { Exchange } from '../http/exchange.js';
import { streamReply } from '../http/stream-reply.js';

/**
 * Streams of stored responses. A background response has a log: it is sent as it was the first time, to the byte, and then
 * followed. Any other response has ended when it is stored, and its events are made of it, the same ones every time.
 */
@Injectable()
export class ResponseStreams {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(STORE) private readonly store: Store,
  ) {}

  /** Sends the events behind number `after`; -1 sends all. Leaving ends the stream only. */
  async stream(owner: string, id: string, after: number, exchange: Exchange, reply: FastifyReply): Promise<void> {
    exchange.log.stream = true;
    let last = after;
    const format = ({ seq, data }: TurnEvent): string => {
      last = seq;
      return formatSseFrame(data, typeOf(data));
    };
    const source = { items: this.#events(owner, id, after, exchange), format, end: responsesDialect.endFrame, fail: (error: EngineError) => formatError(error, last) };
    await streamReply(reply, source, {
      keepAliveFrame: responsesDialect.keepAliveFrame,
      keepAliveMs: this.config.stream.keepAliveSeconds * 1000,
      exchange,
    });
  }

  async *#events(owner: string, turnId: string, after: number, exchange: Exchange): AsyncGenerator<TurnEvent, void, void> {
    const stored = await this.store.getTurn(owner, turnId);
    if (stored !== undefined && (await this.#hasNoLog(stored))) {
      yield* replayed(stored, after);
      return;
    }
    try {
      yield* followTurnEvents(this.store, { owner, turnId, after, signal: exchange.signal });
    } catch (thrown) {
      throw exchange.failureOf(thrown);
    }
  }

  async #hasNoLog({ owner, id, status }: TurnRecord): Promise<boolean> {
    if (!isTerminal(status)) return false;
    const page = await this.store.readEvents(owner, id, -1, 1);
    return page?.events.length === 0;
  }
}

/** A client that counts by the live stream, whose pieces are gone, gets the last event at least, which holds the whole response. */
function* replayed({ wire }: TurnRecord, after: number): Generator<TurnEvent, void, void> {
  const events = replayResponse(wire as unknown as Response);
  for (const [seq, event] of events.entries()) {
    if (seq > after || (after >= events.length && seq === events.length - 1)) yield { seq, data: JSON.stringify(event) };
  }
}

/** Every event begins with its type. */
function typeOf(data: string): string {
  return data.slice('{"type":"'.length, data.indexOf('"', '{"type":"'.length));
}

/**
 * The end of a stream that cannot go on though the response may. It repeats the number of the event before it, so that
 * a client which goes on behind it misses nothing.
 */
function formatError(error: EngineError, last: number): string {
  const { body } = responsesDialect.encodeError(error, '');
  const object = typeof body['error'] === 'object' && body['error'] !== null && !Array.isArray(body['error']) ? body['error'] : {};
  const event = { ...object, type: 'error', sequence_number: Math.max(last, 0), error: object };
  return formatSseEvent(event) + responsesDialect.endFrame;
}
