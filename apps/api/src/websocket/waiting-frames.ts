import type { CreateFrame } from './client-frame.js';

/** Maximum number of waiting responses per connection. */
const maxQueuedFrames = 64;

/** Requested responses that cannot start yet, started in order of arrival. */
export class WaitingFrames {
  readonly #frames: CreateFrame[] = [];
  #bytes = 0;

  /** `maxBytes`: what all of them together may have. */
  constructor(readonly maxBytes: number) {}

  /** Adds a frame; false without adding it when the queue is full. */
  add(frame: CreateFrame): boolean {
    if (this.#frames.length >= maxQueuedFrames || this.#bytes + frame.size > this.maxBytes) return false;
    this.#frames.push(frame);
    this.#bytes += frame.size;
    return true;
  }

  /** Bytes of all that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Removes the oldest frame that may start. */
  next(canStart: (frame: CreateFrame) => boolean): CreateFrame | undefined {
    const index = this.#frames.findIndex(canStart);
    const [frame] = index === -1 ? [] : this.#frames.splice(index, 1);
    this.#bytes -= frame?.size ?? 0;
    return frame;
  }

  drain(): readonly CreateFrame[] {
    this.#bytes = 0;
    return this.#frames.splice(0);
  }
}
