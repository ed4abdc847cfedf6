import type { WebSocket } from 'ws';

/** Bytes waiting for the client above which the work is held back, and below which it goes on. */
const highWater = 65_536;
const lowWater = 16_384;

/** Sends one JSON object a text frame, and says when the client has to be waited for. */
export class SocketWriter {
  readonly #socket: WebSocket;
  #drained: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once('close', () => this.#release());
  }

  /**
   * Nothing when more may follow at once. The promise resolves when enough was read, or the client is gone; work that can be
   * aborted waits with {@link drainedOrAborted}.
   */
  get drained(): Promise<void> | undefined {
    return this.#drained;
  }

  /** Takes what `frameText` made, and gives its length; 0 when nobody reads it any more. */
  send(text: string | Buffer): number {
    const { readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return 0;
    this.#socket.send(text, { binary: false }, () => {
      if (this.#socket.bufferedAmount <= lowWater) this.#release();
    });
    if (this.#socket.bufferedAmount > highWater) this.#drained ??= new Promise((resolve) => (this.#resume = resolve));
    return text.length;
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
