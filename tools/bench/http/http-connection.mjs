// One keep-alive connection of the load generator on a bare socket, because a client library would need more CPU time
// than the system under load. Reads text as Latin-1; the loads are ASCII.
import { connect } from 'node:net';

/**
 * @typedef {object} Reader
 * @property {(text: string) => void} [data] receives chunks of the body as they arrive
 * @property {(status: number) => void} end the response is complete; 0 when the connection broke before that
 */

export class HttpConnection {
  #socket;
  #reader;
  #pending = '';
  /** Parser state: in the head, in a body of known length, or in chunks. */
  #state = 'head';
  #status = 0;
  /** Remaining bytes of the body or of the chunk. */
  #remaining = 0;
  #isKeepAlive = true;

  /** @param {URL} url */
  constructor(url) {
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#take(text));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#isKeepAlive = false;
      this.#end(0);
    });
  }

  /** Whether another request can be sent. */
  get usable() {
    return this.#isKeepAlive;
  }

  /**
   * @param {Buffer} request a complete HTTP request
   * @param {Reader} reader
   */
  send(request, reader) {
    this.#reader = reader;
    this.#socket.write(request);
  }

  close() {
    this.#reader = undefined;
    this.#socket.destroy();
  }

  #take(text) {
    this.#pending = this.#pending === '' ? text : this.#pending + text;
    while (this.#step());
  }

  /** Takes what is complete; true when there may be more of it. */
  #step() {
    switch (this.#state) {
      case 'head':
        return this.#takeHead();
      case 'length':
        return this.#takeBody('head');
      case 'chunk-size':
        return this.#takeChunkSize();
      case 'chunk':
        return this.#takeBody('chunk-end');
      case 'chunk-end':
        return this.#takeChunkEnd();
    }
  }

  #takeHead() {
    const end = this.#pending.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end + 4);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length === null && !/\r\ntransfer-encoding: *chunked/i.test(head))
      throw new Error(`a response without a content-length: ${head}`);
    if (/\r\nconnection: *close/i.test(head)) this.#isKeepAlive = false;
    this.#remaining = length === null ? 0 : Number(length[1]);
    this.#state = length === null ? 'chunk-size' : 'length';
    if (this.#state === 'length' && this.#remaining === 0) this.#finish();
    return this.#pending !== '';
  }

  #takeBody(next) {
    const text = this.#pending.length <= this.#remaining ? this.#pending : this.#pending.slice(0, this.#remaining);
    this.#pending = text.length === this.#pending.length ? '' : this.#pending.slice(text.length);
    this.#remaining -= text.length;
    if (text !== '') this.#reader?.data?.(text);
    if (this.#remaining > 0) return false;
    if (next === 'head') this.#finish();
    else this.#state = next;
    return this.#pending !== '';
  }

  #takeChunkSize() {
    const end = this.#pending.indexOf('\r\n');
    if (end < 0) return false;
    this.#remaining = Number.parseInt(this.#pending.slice(0, end), 16);
    this.#pending = this.#pending.slice(end + 2);
    // The last chunk is empty; the blank line after it is the end of a chunk like any other.
    this.#state = this.#remaining === 0 ? 'chunk-end' : 'chunk';
    if (this.#remaining === 0) this.#remaining = -1;
    return this.#pending !== '';
  }

  #takeChunkEnd() {
    if (this.#pending.length < 2) return false;
    this.#pending = this.#pending.slice(2);
    if (this.#remaining < 0) this.#finish();
    else this.#state = 'chunk-size';
    return this.#pending !== '';
  }

  #finish() {
    this.#state = 'head';
    this.#remaining = 0;
    this.#end(this.#status);
  }

  #end(status) {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.end(status);
  }
}
