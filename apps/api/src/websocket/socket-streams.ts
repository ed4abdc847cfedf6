import { EngineError } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';
import type { CreateFrame } from './client-frame.js';
import { WaitingFrames } from './waiting-frames.js';

/** Maximum concurrent responses per connection. */
const maxRunningResponses = 16;
/** Maximum number of named streams per connection. */
const maxNamedStreams = 32;

/**
 * The streams of one connection. Responses of one stream run sequentially in order, those of different streams
 * concurrently; requests without a stream name form one as well.
 */
export class SocketStreams {
  readonly #running = new Map<string | undefined, RequestContext>();
  readonly #named = new Set<string>();
  readonly #waiting: WaitingFrames;

  /** `maxBytes`: what all that wait may have together. */
  constructor(maxBytes: number) {
    this.#waiting = new WaitingFrames(maxBytes);
  }

  get running(): readonly RequestContext[] {
    return [...this.#running.values()];
  }

  /** Throws where the stream would exceed the limit. */
  name(streamId: string | undefined): void {
    if (streamId === undefined || this.#named.has(streamId)) return;
    if (this.#named.size >= maxNamedStreams) {
      throw new EngineError(
        'invalid-request',
        `stream_id: a connection supports at most ${maxNamedStreams} stream ids, and this is one more.`,
        { param: 'stream_id', detail: 'websocket_stream_limit_reached' },
      );
    }
    this.#named.add(streamId);
  }

  canStart({ streamId }: Pick<CreateFrame, 'streamId'>): boolean {
    return this.#running.size < maxRunningResponses && !this.#running.has(streamId);
  }

  start(streamId: string | undefined, requestContext: RequestContext): void {
    this.#running.set(streamId, requestContext);
  }

  end(streamId: string | undefined): void {
    this.#running.delete(streamId);
  }

  /** Queues a frame; false without queuing it when the queue is full. */
  wait(frame: CreateFrame): boolean {
    return this.#waiting.add(frame);
  }

  /** Bytes of all frames that wait. */
  get waitingBytes(): number {
    return this.#waiting.bytes;
  }

  /** Removes and returns a frame that may start now. */
  next(): CreateFrame | undefined {
    return this.#waiting.next((frame) => this.canStart(frame));
  }

  drainWaiting(): readonly CreateFrame[] {
    return this.#waiting.drain();
  }
}
