import { EngineError } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';
import type { CreateFrame } from './client-frame.js';
import { WaitingFrames } from './waiting-frames.js';

/** Most responses that are made on a connection at a time. */
const maxRunningResponses = 16;
/** Most streams that a client may name on a connection. */
const maxNamedStreams = 32;

/**
 * The streams of one connection. Responses of one stream are made one after the other, in their order, those of different streams
 * at the same time; what names no stream is one as well.
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

  /** Throws where the stream would be one too many. */
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

  /** Whether there is room for one more that waits; if not, it does not. */
  wait(frame: CreateFrame): boolean {
    return this.#waiting.add(frame);
  }

  /** Bytes of all frames that wait. */
  get waitingBytes(): number {
    return this.#waiting.bytes;
  }

  /** What may begin now, no longer waiting. */
  next(): CreateFrame | undefined {
    return this.#waiting.next((frame) => this.canStart(frame));
  }

  takeWaiting(): readonly CreateFrame[] {
    return this.#waiting.takeAll();
  }
}
