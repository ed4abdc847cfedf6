import type { GenerationEvent } from '../../../model/generation-event.js';
import type { WorkerReply } from '../process-messages.js';

/** Gathers what all answers say in one pass of the model, for one message to the service. */
export class Outbox {
  readonly #send: (replies: readonly WorkerReply[]) => void;
  #replies: WorkerReply[] = [];
  #events = new Map<number, GenerationEvent[]>();

  constructor(send: (replies: readonly WorkerReply[]) => void) {
    this.#send = send;
  }

  event(id: number, event: GenerationEvent): void {
    const said = this.#events.get(id);
    if (said !== undefined) {
      said.push(event);
      return;
    }
    const events = [event];
    this.#events.set(id, events);
    this.#put({ type: 'events', id, events });
  }

  /** The last reply for its id. */
  end(reply: WorkerReply): void {
    this.#put(reply);
  }

  #put(reply: WorkerReply): void {
    this.#replies.push(reply);
    // One turn later than the next pass begins: the message is written while the engine is at work on other threads.
    if (this.#replies.length === 1) setImmediate(() => setImmediate(() => this.#flush()));
  }

  #flush(): void {
    const replies = this.#replies;
    this.#replies = [];
    this.#events = new Map();
    this.#send(replies);
  }
}
