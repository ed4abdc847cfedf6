import type { CreateFrame } from './client-frame.js';

/** Most responses that may wait on a connection. */
const maxQueuedFrames = 64;

/** Responses that a client asked for and that cannot be begun yet: they are begun in the order in which they came. */
export class WaitingFrames {
  readonly #frames: CreateFrame[] = [];
  #bytes = 0;

  /** `maxBytes`: what all of them together may have. */
  constructor(readonly maxBytes: number) {}

  /** Whether there is room for one more; if not, it was not added. */
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

  /** Takes out the oldest one that may begin. */
  next(canStart: (frame: CreateFrame) => boolean): CreateFrame | undefined {
    const index = this.#frames.findIndex(canStart);
    const [frame] = index === -1 ? [] : this.#frames.splice(index, 1);
    this.#bytes -= frame?.size ?? 0;
    return frame;
  }

  takeAll(): readonly CreateFrame[] {
    this.#bytes = 0;
    return this.#frames.splice(0);
  }
}
