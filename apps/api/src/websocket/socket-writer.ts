import type { WebSocket } from 'ws';

/** Bytes waiting for the client above which the work is held back, and below which it goes on. */
const highWater = 65_536;
const lowWater = 16_384;

/** Sends one JSON object a text frame, and says when the client has to be waited for. */
export class SocketWriter {
  readonly #socket: WebSocket;
  #bytes = 0;
  #drained: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once('close', () => this.#release());
  }

  /** Characters that were sent so far. */
  get sent(): number {
    return this.#bytes;
  }

  /**
   * Returns nothing when more may follow at once. The promise resolves when enough was read, or the client is gone; work that can be
   * aborted waits with {@link drainedOrAborted}.
   */
  send(frame: object): Promise<void> | undefined {
    const { readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return undefined;
    const text = JSON.stringify(frame);
    this.#bytes += text.length;
    this.#socket.send(text, () => {
      if (this.#socket.bufferedAmount <= lowWater) this.#release();
    });
    if (this.#socket.bufferedAmount > highWater) this.#drained ??= new Promise((resolve) => (this.#resume = resolve));
    return this.#drained;
  }

  #release(): void {
    this.#resume?.();
    this.#resume = undefined;
    this.#drained = undefined;
  }
}

/** An abort is not kept waiting: what the answer runs on is given back at once, also when its client never reads again. */
export function drainedOrAborted(drained: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    void drained.then(done);
  });
}
