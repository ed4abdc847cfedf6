import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** What may be waited on for `drain`. */
export type Drain = ServerResponse | Socket;

/**
 * The body of a streamed response. After the first chunk, this class frames text and passes it to the connection in
 * one write: Node's own `write` makes four of it and gathers them again, 3.5 to 4 us per token
 * (docs/measurements/performance.md).
 */
export class StreamBody {
  readonly #raw: ServerResponse;
  readonly #framed: boolean;
  #started = false;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    // Clients of HTTP/1.0 do not support chunks, and a response to HEAD has no body: Node handles both cases.
    this.#framed = raw.req.httpVersion === '1.1' && raw.req.method !== 'HEAD';
  }

  /** The required response headers. */
  get headers(): { readonly 'transfer-encoding'?: 'chunked' } {
    return this.#framed ? { 'transfer-encoding': 'chunked' } : {};
  }

  /**
   * Returns undefined when more may follow at once, otherwise the emitter of `drain`. The headers must have been
   * written, and the chunk must not be empty.
   */
  write(chunk: string | Buffer): Drain | undefined {
    const raw = this.#raw;
    const { socket } = raw;
    // The headers are sent with the first chunk. A response that is pipelined after another one on its connection has
    // no socket yet.
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
