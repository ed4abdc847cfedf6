import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** What may be waited on for `drain`. */
export type Drain = ServerResponse | Socket;

/**
 * The body of a streamed answer. Behind the first piece, text is framed here and handed to the connection in one write: Node's own
 * `write` makes four of it and gathers them again, 3.5 to 4 us of a token (docs/measurements/performance.md).
 */
export class StreamBody {
  readonly #raw: ServerResponse;
  readonly #framed: boolean;
  #started = false;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    // Clients of HTTP/1.0 know no chunks, and an answer to HEAD has no body: Node knows what to do then.
    this.#framed = raw.req.httpVersion === '1.1' && raw.req.method !== 'HEAD';
  }

  /** What the head has to say. */
  get headers(): { readonly 'transfer-encoding'?: 'chunked' } {
    return this.#framed ? { 'transfer-encoding': 'chunked' } : {};
  }

  /** Returns nothing when more may follow at once, otherwise what says `drain` then. The head must have been given, and the piece must not be empty. */
  write(chunk: string | Buffer): Drain | undefined {
    const raw = this.#raw;
    const { socket } = raw;
    // The head goes out with the first piece. An answer that stands behind another one on its connection has no socket yet.
    if (this.#framed && this.#started && typeof chunk === 'string' && socket instanceof Socket)
      return socket.write(chunkOf(chunk)) ? undefined : socket;
    this.#started = true;
    return raw.write(chunk) ? undefined : raw;
  }
}

/** RFC 9112, section 7.1. */
function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
