import { unlessAborted } from '../transport/unless-aborted.js';

/** What the service sends over a WebSocket. */
export interface Frame {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Buffers the frames of one response until they are read, because a WebSocket has no backpressure. */
export class ReceiveBuffer {
  /** The `stream_id`; empty for the unnamed stream. */
  readonly name: string;
  readonly #frames: Frame[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Whether the reader has left or the connection has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  push(frame: Frame): void {
    if (this.#ended) return;
    this.#frames.push(frame);
    this.#wake();
  }

  /** Marks the end of the frames. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The next frame; undefined when the connection has no more. Rejects with the reason of the signal. */
  async next(signal: AbortSignal): Promise<Frame | undefined> {
    while (this.#frames.length === 0 && !this.#ended) {
      const more = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await unlessAborted(more, signal);
    }
    return this.#frames.shift();
  }
}
