import { unlessAborted } from '../transport/unless-aborted.js';

/** What the service sends over a WebSocket. */
export interface Frame {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The frames of one response on a connection, kept until they are read: nothing can hold a WebSocket back. */
export class ReceiveBuffer {
  /** Its `stream_id`; empty for the one that has none. */
  readonly name: string;
  readonly #frames: Frame[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Whether nobody reads it any more, or nothing comes any more. */
  get ended(): boolean {
    return this.#ended;
  }

  push(frame: Frame): void {
    if (this.#ended) return;
    this.#frames.push(frame);
    this.#wake();
  }

  /** Nothing comes any more. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The next frame; undefined when the connection has none any more. Rejects with the reason of the signal. */
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
