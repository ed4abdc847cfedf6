import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A connection that sends exactly the bytes that it gets, and reads the statuses of all responses. */
export class RawSocket {
  /** Statuses of the responses so far. @type {number[]} */
  statuses = [];
  #socket;
  #rest = '';

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#read(chunk));
    /** Ends when either side has closed the connection. @type {Promise<void>} */
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.connected = once(socket, 'connect').then(
      () => true,
      () => false,
    );
  }

  get isOpen() {
    return !this.#socket.destroyed;
  }

  /** Waits while the service reads nothing. @param {string | Buffer} bytes */
  async write(bytes) {
    if (!this.isOpen || this.#socket.writableEnded) return;
    if (this.#socket.write(bytes)) await nextTurn(); // The end of the attack needs the event loop, too.
    else await Promise.race([new Promise((resolve) => this.#socket.once('drain', resolve)), this.closed]);
  }

  /** Reads no more, so that the service can't send. */
  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  /** Closes the own direction only. */
  halfClose() {
    this.#socket.end();
  }

  destroy() {
    this.#socket.destroy();
  }

  /** Resolves with the first status, or `closed`. */
  async firstStatus() {
    while (this.statuses.length === 0 && this.isOpen) {
      const data = new Promise((resolve) => this.#socket.once('data', resolve));
      await Promise.race([data, this.closed]);
    }
    return this.statuses[0] ?? 'closed';
  }

  #read(chunk) {
    const text = this.#rest + chunk.toString('latin1');
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.statuses.push(Number(status));
    // A status line may be divided; one that was complete must not count twice.
    this.#rest = /H[^\r\n]{0,12}$/.exec(text)?.[0] ?? '';
    if (/HTTP\/1\.1 \d{3} /.test(this.#rest)) this.#rest = '';
  }
}
