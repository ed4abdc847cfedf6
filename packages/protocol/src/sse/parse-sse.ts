// Parses server-sent events according to WHATWG HTML section 9.2.6, from chunks with arbitrary boundaries.

/** One event of the stream. */
export interface SseFrame {
  /** The `event` field; undefined when the frame has none. */
  readonly event: string | undefined;
  /** The `data` lines joined by line feeds, as text: `[DONE]` is treated like any other data. */
  readonly data: string;
  /** The `id` field; undefined when the frame has none. */
  readonly id: string | undefined;
}

/** Limits of an `SseParser`. */
export interface SseParserOptions {
  /**
   * Maximum length of one frame, in characters (UTF-16 units). Default 64 Mi: the largest frame of either dialect
   * repeats a complete request, and requests are limited to 32 MiB; twice that leaves space for the response. The
   * limit prevents a peer that never sends a blank line from filling the memory.
   */
  readonly maxFrameLength?: number;
}

/** `maxFrameLength` where none is given: 64 Mi. */
export const defaultMaxFrameLength = 64 * 1024 * 1024;

/** A frame grew over the limit. The stream cannot be read on. */
export class SseFrameTooLongError extends Error {
  override readonly name = 'SseFrameTooLongError';
  readonly limit: number;

  constructor(limit: number) {
    super(`A server-sent event is longer than ${limit} characters.`);
    this.limit = limit;
  }
}

/**
 * Turns chunks into frames. The same bytes give the same frames for any chunk boundaries: within a line, a line end
 * or a UTF-8 sequence. Malformed UTF-8 becomes U+FFFD.
 *
 * A frame ends with a blank line. The parser drops an incomplete frame after the last one, so that the end of a
 * connection is never mistaken for the end of an event.
 */
export class SseParser {
  readonly #limit: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #started = false;
  #skipLineFeed = false;
  #line = '';
  #event: string | undefined;
  #data: string | undefined;
  #id: string | undefined;
  #lastEventId = '';
  #retry: number | undefined;

  constructor(options: SseParserOptions = {}) {
    this.#limit = options.maxFrameLength ?? defaultMaxFrameLength;
  }

  /** The last `id` of a frame that was read; the empty string before the first. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** Reconnection delay in milliseconds, if the stream set one. */
  get retry(): number | undefined {
    return this.#retry;
  }

  /** Takes the next chunk and returns the frames that it completes. Throws SseFrameTooLongError. */
  push(chunk: Uint8Array | string): SseFrame[] {
    const text = this.#withoutPrefix(typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true }));
    const frames: SseFrame[] = [];
    let start = 0;
    let carriageReturn = text.indexOf('\r');
    let lineFeed = text.indexOf('\n');
    while (carriageReturn !== -1 || lineFeed !== -1) {
      const atReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed);
      const end = atReturn ? carriageReturn : lineFeed;
      this.#takeLine(this.#line + text.slice(start, end), frames);
      this.#line = '';
      start = end + 1;
      if (atReturn) {
        if (start === text.length) this.#skipLineFeed = true;
        else if (lineFeed === start) start += 1;
        carriageReturn = text.indexOf('\r', start);
      }
      if (lineFeed !== -1 && lineFeed < start) lineFeed = text.indexOf('\n', start);
    }
    if (start < text.length) {
      this.#line += text.slice(start);
      this.#checkLength(this.#line);
    }
    return frames;
  }

  /** Drops the byte order mark of the stream, and the line feed of a CRLF that was split across chunks. */
  #withoutPrefix(text: string): string {
    if (text === '') return text;
    let start = 0;
    if (!this.#started) {
      this.#started = true;
      if (text.charCodeAt(0) === 0xfeff) start = 1;
    }
    if (this.#skipLineFeed) {
      this.#skipLineFeed = false;
      if (text.charCodeAt(start) === 0x0a) start += 1;
    }
    return start === 0 ? text : text.slice(start);
  }

  #takeLine(line: string, frames: SseFrame[]): void {
    if (line === '') {
      if (this.#data !== undefined) frames.push({ event: this.#event, data: this.#data, id: this.#id });
      this.#event = undefined;
      this.#data = undefined;
      this.#id = undefined;
      return;
    }
    this.#checkLength(line);
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
    switch (field) {
      case 'data':
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
        return;
      case 'event':
        this.#event = value === '' ? undefined : value;
        return;
      case 'id':
        if (value.includes('\0')) return;
        this.#id = value;
        this.#lastEventId = value;
        return;
      case 'retry':
        if (/^\d+$/.test(value)) this.#retry = Number(value);
        return;
      default:
    }
  }

  #checkLength(line: string): void {
    if ((this.#data?.length ?? 0) + line.length > this.#limit) throw new SseFrameTooLongError(this.#limit);
  }
}
