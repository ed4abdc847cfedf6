import type { GenerationEvent } from '@org/engine';
import type { WorkerReply } from '../process-messages.js';

/**
 * Minimum interval between messages, in milliseconds. Later deltas wait for the next decode batch, so that a fast
 * model does not wake the service for every token: a message costs both processes more than a token of it.
 */
const gap = 8;

/** Batches the output of all completions into one message to the service. */
export class Outbox {
  readonly #send: (replies: readonly WorkerReply[]) => void;
  readonly #now: () => number;
  #replies: WorkerReply[] = [];
  #events = new Map<number, GenerationEvent[]>();
  #sent = -Infinity;
  #planned = false;
  #flushTimer: NodeJS.Timeout | undefined;

  constructor(send: (replies: readonly WorkerReply[]) => void, now = (): number => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  event(id: number, event: GenerationEvent): void {
    const queued = this.#events.get(id);
    if (queued === undefined) {
      const events = [event];
      this.#events.set(id, events);
      this.#replies.push({ type: 'events', id, events });
    } else {
      queued.push(event);
    }
    const since = this.#now() - this.#sent;
    if (event.type !== 'part-delta' || since >= gap) this.#plan();
    // The next batch may take long, and may not contain a completion.
    else this.#flushTimer ??= setTimeout(() => this.#flush(), 2 * gap - since);
  }

  /** The last reply for its id. */
  end(reply: WorkerReply): void {
    this.#replies.push(reply);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    // One event-loop turn after the start of the next batch: the message is serialized while the engine works on other
    // threads.
    setImmediate(() => setImmediate(() => this.#flush()));
  }

  #flush(): void {
    const replies = this.#replies;
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#planned = false;
    if (replies.length === 0) return;
    this.#replies = [];
    this.#events = new Map();
    this.#sent = this.#now();
    this.#send(replies);
  }
}
