import { ApiError, ConnectionError, StreamError, type ClientError } from '../api-error.js';
import { pause } from '../transport/pause.js';
import { retryDelay } from '../transport/retry.js';
import { isPassing } from '../transport/through-outages.js';
import type { ResponseMetadata } from './response-metadata.js';

/** Accumulates the events of one dialect. */
export interface Accumulation<Event, Resource> {
  /**
   * Applies the next event and returns it as the program receives it. The service's own events are not validated,
   * because the protocol package does that in the service's tests. Throws when the event does not continue the
   * earlier ones.
   */
  push(event: unknown): Event;
  /** The complete response after its last event; before that, `undefined`. */
  readonly result: Resource | undefined;
  /** The response as accumulated so far; `undefined` before the first event that carries any of it. */
  readonly snapshot: Resource | undefined;
  /** Error body with its `error`, sent by the service instead of a complete response. */
  readonly failure?: unknown;
}

/** A response with unread events. Leaving the events aborts it. They throw as the loop over a stream does. */
export interface OpenEvents {
  readonly head: ResponseMetadata;
  readonly events: AsyncIterable<unknown>;
}

/** Source of a stream's events. */
export interface EventSource {
  open(signal: AbortSignal): Promise<OpenEvents>;
  /** Opens the remaining events after the last pushed one; undefined when the stream cannot be resumed. */
  continuation?(): ((signal: AbortSignal) => Promise<OpenEvents>) | undefined;
  /** Ends the stream from outside. */
  readonly signal?: AbortSignal;
  /** Time in milliseconds to resume after a disconnect, until the next event. */
  readonly resumeMs: number;
}

/**
 * A streaming response: iterate over its events, or await `final()`, or both. A loop that runs to the end throws the
 * error that `final()` rejects with. Leaving the loop early closes the connection, and the service stops generating
 * unless it works in the background. Can be iterated once.
 */
export abstract class EventStream<Event, Resource> implements AsyncIterable<Event> {
  readonly #source: EventSource;
  readonly #accumulation: Accumulation<Event, Resource>;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;
  #head: ResponseMetadata | undefined;
  #headers = new Headers();
  #started = false;
  #ended: Promise<void> | undefined;

  constructor(source: EventSource, accumulation: Accumulation<Event, Resource>) {
    this.#source = source;
    this.#accumulation = accumulation;
    this.#signal =
      source.signal === undefined ? this.#controller.signal : AbortSignal.any([source.signal, this.#controller.signal]);
  }

  /**
   * Response metadata of the request that opened the stream: its warnings and its request id. Undefined until the
   * service has responded, which happens before the first event.
   */
  get head(): ResponseMetadata | undefined {
    return this.#head;
  }

  /**
   * The response as read so far, also after an abort or a disconnect: what a user has seen of it. A tool call in it
   * may have truncated arguments, or none yet. Undefined before the first event. Each event creates a new object;
   * earlier snapshots stay unchanged.
   */
  get snapshot(): Resource | undefined {
    return this.#accumulation.snapshot;
  }

  /** Aborts the stream and its work in the service, unless the work continues in the background. */
  abort(): void {
    this.#controller.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    if (this.#started) throw new StreamError('A stream can be read only once.');
    this.#started = true;
    let finished = false;
    const { promise, resolve, reject } = settlement();
    this.#ended = promise;
    try {
      for await (const event of this.#events()) {
        yield this.#take(event);
        // More events may have arrived with this one; after an abort the program must not receive them.
        if (this.#accumulation.result === undefined) this.#signal.throwIfAborted();
      }
      this.#throwFailure();
      finished = true;
      resolve();
    } catch (error) {
      finished = true;
      this.#controller.abort();
      reject(error);
      throw error;
    } finally {
      if (!finished) {
        this.#controller.abort();
        if (this.#accumulation.result !== undefined) resolve();
        else reject(new StreamError('The program stopped reading the stream before the response was complete.'));
      }
    }
  }

  /**
   * The complete response, including an `incomplete` or cancelled one. Reads the stream if no loop reads it. Rejects
   * with ApiError when the service returned an error or the response failed, with ConnectionError when there was no
   * connection, with StreamError when the stream was disconnected, idle for too long or left before its end, and with
   * the reason of the abort when it was aborted.
   */
  protected async readFinal(): Promise<Resource> {
    if (!this.#started) for await (const event of this) void event;
    // Once the response is complete, do not wait for the loop, because the caller may be that loop.
    if (this.#accumulation.result === undefined) await this.#ended;
    this.#throwFailure();
    const { result } = this.#accumulation;
    if (result === undefined) throw new StreamError('The stream ended before the response was complete.');
    return result;
  }

  #throwFailure(): void {
    const { failure } = this.#accumulation;
    if (failure !== undefined) throw new ApiError(undefined, this.#headers, failure);
  }

  /** An event that cannot be accumulated is an error. */
  #take(event: unknown): Event {
    try {
      return this.#accumulation.push(event);
    } catch (cause) {
      throw new StreamError('The events of the service do not form a response.', { cause });
    }
  }

  /** The events of as many connections as it takes. */
  async *#events(): AsyncGenerator<unknown, void, undefined> {
    let connection = await this.#source.open(this.#signal);
    this.#head = connection.head;
    let outage: Outage | undefined;
    for (;;) {
      this.#headers = connection.head.headers;
      let interruption: ClientError = new StreamError('The stream ended before the response was complete.');
      try {
        for await (const event of connection.events) {
          outage = undefined;
          yield event;
        }
      } catch (error) {
        if (!(error instanceof StreamError) && !isPassing(error)) throw error;
        interruption = error;
      }
      if (this.#accumulation.result !== undefined) return;
      outage ??= { interruption, since: performance.now(), attempts: 0 };
      connection = await this.#continuation(outage);
    }
  }

  /** Reconnects after a disconnect. Throws the original error when it does not succeed in time. */
  async #continuation(outage: Outage): Promise<OpenEvents> {
    const open = this.#source.continuation?.();
    if (open === undefined) throw outage.interruption;
    while (performance.now() - outage.since < this.#source.resumeMs) {
      await pause(retryDelay(outage.attempts, undefined, Date.now(), Math.random()), this.#signal);
      outage.attempts += 1;
      try {
        return await open(this.#signal);
      } catch (error) {
        // A restarting service is first unreachable and then, through a proxy, a bad gateway.
        if (!(error instanceof ConnectionError) && !isPassing(error)) throw error;
      }
    }
    throw outage.interruption;
  }
}

/** The time from a disconnect to the next event. */
interface Outage {
  readonly interruption: ClientError;
  readonly since: number;
  /** Number of resume attempts. */
  attempts: number;
}

function settlement(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // The loop throws the error itself and `final()` rejects with it; a program need not observe both.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
