import { ApiError, ConnectionError, StreamError, type ClientError } from '../api-error.js';
import { pause } from '../transport/pause.js';
import { retryDelay } from '../transport/retry.js';
import { isPassing } from '../transport/through-outages.js';
import type { ResponseMetadata } from './response-metadata.js';

/** How the events of one dialect add up. */
export interface Accumulation<Event, Resource> {
  /**
   * Takes the next event as it came, and gives it as the program gets it. The service's own events are not checked: the protocol package
   * does that in the service's tests. Throws when it does not go on from those before it.
   */
  push(event: unknown): Event;
  /** The whole answer, once its last event was taken; before that, `undefined`. */
  readonly result: Resource | undefined;
  /** The answer as far as its events were taken; `undefined` before the first that has any of it. */
  readonly snapshot: Resource | undefined;
  /** What the service says instead of the whole answer: a body with its `error`. */
  readonly failure?: unknown;
}

/** An answer whose events are still to be read. Leaving them gives it up. They throw as the loop over a stream does. */
export interface OpenEvents {
  readonly head: ResponseMetadata;
  readonly events: AsyncIterable<unknown>;
}

/** Where the events of a stream come from. */
export interface EventSource {
  open(signal: AbortSignal): Promise<OpenEvents>;
  /** What opens the rest, after the last event that was pushed; undefined when what was cut is lost. */
  continuation?(): ((signal: AbortSignal) => Promise<OpenEvents>) | undefined;
  /** Ends the stream from outside. */
  readonly signal?: AbortSignal;
  /** Milliseconds for which the rest is asked for after a cut, until another event comes. */
  readonly resumeMs: number;
}

/**
 * An answer while it is made: iterate over its events, or await `final()`, or both. A loop to the end throws what `final()` rejects with.
 * Leaving the loop early closes the connection, and the service stops generating unless it works in the background. Can be iterated once.
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
   * The head of the answer to the request that began the stream: its warnings, its request id. Undefined until the service has
   * answered, which is before the first event.
   */
  get head(): ResponseMetadata | undefined {
    return this.#head;
  }

  /**
   * The answer as far as it was read, also when it was stopped or cut: what a user has seen of it. A call of a tool in it may have
   * arguments that are cut, or none yet. Undefined before the first event. A new object for each event; one that was taken stays as it is.
   */
  get snapshot(): Resource | undefined {
    return this.#accumulation.snapshot;
  }

  /** Ends the stream and the work behind it, unless that goes on in the background. */
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
        // More may have come with this event; whoever has aborted wants none of it.
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
   * The whole answer, also one that is `incomplete` or was cancelled. Reads the stream if nobody does. Rejects with ApiError when
   * the service refused or the answer failed, with ConnectionError when there was no connection, with StreamError when the
   * stream was cut, was silent for too long or was left before its end, and with the reason of the abort when it was aborted.
   */
  protected async readFinal(): Promise<Resource> {
    if (!this.#started) for await (const event of this) void event;
    // Once it is whole, nobody waits for the loop: it may be the loop that asks.
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

  /** An event that cannot be added up makes no answer, whatever it lacks. */
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
      outage ??= { interruption, since: performance.now(), tries: 0 };
      connection = await this.#continuation(outage);
    }
  }

  /** The connection that goes on after a cut. Throws the cut when it cannot be had in time. */
  async #continuation(outage: Outage): Promise<OpenEvents> {
    const open = this.#source.continuation?.();
    if (open === undefined) throw outage.interruption;
    while (performance.now() - outage.since < this.#source.resumeMs) {
      await pause(retryDelay(outage.tries, undefined, Date.now(), Math.random()), this.#signal);
      outage.tries += 1;
      try {
        return await open(this.#signal);
      } catch (error) {
        // A service that starts anew is first not there, and then, to a proxy, a bad gateway.
        if (!(error instanceof ConnectionError) && !isPassing(error)) throw error;
      }
    }
    throw outage.interruption;
  }
}

/** The time from a cut to the next event. */
interface Outage {
  readonly interruption: ClientError;
  readonly since: number;
  /** How often the rest was asked for. */
  tries: number;
}

function settlement(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever iterates sees the error there; `final()` sees it here; nobody has to listen to both.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
