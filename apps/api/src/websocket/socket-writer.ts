import type { WebSocket } from 'ws';

/** High-water mark in unread bytes: the work pauses above it, and resumes below it. */
const highWater = 65_536;
const lowWater = 16_384;

/** Sends one JSON object per text frame, and signals backpressure. */
export class SocketWriter {
  readonly #socket: WebSocket;
  #drained: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once('close', () => this.#release());
  }

  /**
   * Undefined when more may follow at once. The promise resolves when enough was read, or the client is disconnected;
   * abortable work waits with {@link drainedOrAborted}.
   */
  get drained(): Promise<void> | undefined {
    return this.#drained;
  }

  /** Whether the client is connected. */
  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends the result of `frameText`, and returns its length; 0 when the client is disconnected. */
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

/** An abort takes effect at once: the resources of the response are released, also when its client never reads again. */
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
