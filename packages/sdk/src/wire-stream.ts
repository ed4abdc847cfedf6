import { readSse, sseDone } from '@org/protocol/sse';
import { ApiError, StreamError } from './api-error.js';

/** How the events of one dialect add up. */
export interface Accumulation<Event, Answer> {
  /** Takes the next event. Throws when the event says that the service failed. */
  push(event: Event): void;
  /** The whole answer, once its last event was taken; before that, `undefined`. */
  readonly answer: Answer | undefined;
}

/**
 * An answer while it is made: iterate over its events, or await `final()`, or both. Leaving the loop early closes the
 * connection, and the service stops generating. Can be iterated once.
 */
export class WireStream<Event, Answer> implements AsyncIterable<Event> {
  readonly #open: (signal: AbortSignal) => Promise<Response>;
  readonly #accumulation: Accumulation<Event, Answer>;
  readonly #controller = new AbortController();
  #started = false;
  #ended: Promise<void> | undefined;

  constructor(open: (signal: AbortSignal) => Promise<Response>, accumulation: Accumulation<Event, Answer>) {
    this.#open = open;
    this.#accumulation = accumulation;
  }

  /** Ends the stream and the work behind it. */
  abort(): void {
    this.#controller.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    if (this.#started) throw new StreamError('A stream can be read once.');
    this.#started = true;
    let finished = false;
    const { promise, resolve, reject } = settlement();
    this.#ended = promise;
    try {
      for await (const event of this.#events()) {
        this.#accumulation.push(event);
        yield event;
      }
      if (this.#accumulation.answer === undefined) throw new StreamError('The stream ended before the answer was complete.');
      finished = true;
      resolve();
    } catch (error) {
      finished = true;
      reject(error);
      throw error;
    } finally {
      if (!finished) {
        this.#controller.abort();
        reject(new StreamError('The stream was left before the answer was complete.'));
      }
    }
  }

  /** The whole answer. Reads the stream if nobody does; rejects when it was cut, left early, or failed. */
  async final(): Promise<Answer> {
    if (!this.#started) for await (const event of this) void event;
    await this.#ended;
    const { answer } = this.#accumulation;
    if (answer === undefined) throw new StreamError('The stream ended before the answer was complete.');
    return answer;
  }

  async *#events(): AsyncGenerator<Event, void, undefined> {
    const response = await this.#open(this.#controller.signal);
    if (response.body === null) throw new StreamError('The answer has no body.');
    try {
      for await (const frame of readSse(response.body)) {
        if (frame.data === sseDone) continue;
        const event: unknown = JSON.parse(frame.data);
        if (isErrorEvent(event)) throw new ApiError(statusOf(event), response.headers, event);
        // The service's own events are taken as they come: the protocol package checks them in the service's tests.
        yield event as Event;
      }
    } catch (cause) {
      if (cause instanceof ApiError || this.#controller.signal.aborted) throw cause;
      throw new StreamError('The stream broke off.', { cause });
    }
  }
}

interface ErrorEvent {
  readonly type: 'error';
  readonly status?: unknown;
}

function isErrorEvent(event: unknown): event is ErrorEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'error';
}

/** An error after the first byte has no HTTP status of its own. */
function statusOf(event: ErrorEvent): number {
  return typeof event.status === 'number' ? event.status : 500;
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
