import { EngineError } from '@org/engine';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
/** Precedes the first line of some streams and is not part of it. */
const byteOrderMark = Buffer.from('\uFEFF');
const dataName = 'data:';
const dataField = Buffer.from(dataName);

/** Maximum size of one line, in bytes. A longer one is from a broken upstream. */
export const maxLineBytes = 16 * 1024 * 1024;

/**
 * Splits the bytes of an event stream into the values of its `data` lines. Works on bytes, so that a character split
 * across network chunks stays intact. Lines end with LF, CRLF or CR; between CR and LF is another, empty line. In
 * this API a line is a complete document, so lines are not joined, and fields other than `data` are ignored.
 */
export class DataLines {
  /** Chunks of an unfinished line. */
  #pending: Buffer[] = [];
  #pendingLength = 0;
  /** Whether nothing has arrived yet. */
  #fresh = true;

  /** Calls `take` with the value of every `data` line that `chunk` completes. Throws when a line is too long. */
  push(chunk: Uint8Array, take: (value: string) => void): void {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#fresh) {
      bytes = this.#skipByteOrderMark(bytes);
      if (this.#fresh) return;
    }
    // Most streams never contain a CR.
    const nextReturn = bytes.indexOf(carriageReturn);
    if (nextReturn < 0) this.#pushFeeds(bytes, take);
    else this.#pushAnyEnds(bytes, nextReturn, take);
  }

  /** Whether a line is unfinished. */
  get pending(): boolean {
    return this.#pendingLength > 0;
  }

  /** Calls `take` with the value of a `data` line that only the end of the stream terminated. */
  end(take: (value: string) => void): void {
    if (this.#pendingLength > 0) this.#finishLine(Buffer.alloc(0), 0, 0, take);
  }

  /**
   * Returns the first bytes without their byte order mark. Bytes that may still become one are held, and nothing is
   * returned.
   */
  #skipByteOrderMark(bytes: Buffer): Buffer {
    const first = this.#pendingLength === 0 ? bytes : Buffer.concat([...this.#pending, bytes]);
    const length = Math.min(first.length, byteOrderMark.length);
    const marked = first.compare(byteOrderMark, 0, length, 0, length) === 0;
    this.#pending = [];
    this.#pendingLength = 0;
    if (marked && length < byteOrderMark.length) {
      this.#bufferBytes(first);
      return first;
    }
    this.#fresh = false;
    return marked ? first.subarray(length) : first;
  }

  /** Reads lines that all end with LF: complete ones are decoded together. No character spans an LF. */
  #pushFeeds(bytes: Buffer, take: (value: string) => void): void {
    const last = bytes.lastIndexOf(lineFeed);
    let start = 0;
    if (last >= 0 && this.#pendingLength > 0) {
      const end = bytes.indexOf(lineFeed);
      this.#finishLine(bytes, 0, end, take);
      start = end + 1;
    }
    if (start < last) readLines(bytes.toString('utf8', start, last), take);
    if (last + 1 < bytes.length) this.#bufferBytes(bytes.subarray(last + 1));
  }

  #pushAnyEnds(bytes: Buffer, firstReturn: number, take: (value: string) => void): void {
    let start = 0;
    let nextReturn = firstReturn;
    for (;;) {
      const nextFeed = bytes.indexOf(lineFeed, start);
      if (nextReturn >= 0 && nextReturn < start) nextReturn = bytes.indexOf(carriageReturn, start);
      const end = nextReturn >= 0 && (nextFeed < 0 || nextReturn < nextFeed) ? nextReturn : nextFeed;
      if (end < 0) break;
      this.#finishLine(bytes, start, end, take);
      start = end + 1;
    }
    if (start < bytes.length) this.#bufferBytes(bytes.subarray(start));
  }

  #finishLine(bytes: Buffer, start: number, end: number, take: (value: string) => void): void {
    if (this.#pendingLength === 0) {
      readLine(bytes, start, end, take);
      return;
    }
    this.#bufferBytes(bytes.subarray(start, end));
    const line = Buffer.concat(this.#pending, this.#pendingLength);
    this.#pending = [];
    this.#pendingLength = 0;
    readLine(line, 0, line.length, take);
  }

  #bufferBytes(chunk: Buffer): void {
    this.#pendingLength += chunk.length;
    if (this.#pendingLength > maxLineBytes) {
      throw new EngineError('upstream-failed', `The upstream sent a line of more than ${maxLineBytes} bytes.`);
    }
    this.#pending.push(chunk);
  }
}

function readLine(bytes: Buffer, start: number, end: number, take: (value: string) => void): void {
  const valueStart = start + dataField.length;
  if (end <= valueStart || bytes.compare(dataField, 0, dataField.length, start, valueStart) !== 0) return;
  const value = bytes.toString('utf8', bytes[valueStart] === space ? valueStart + 1 : valueStart, end);
  if (value !== '') take(value);
}

/** Reads complete lines that are text already. */
function readLines(text: string, take: (value: string) => void): void {
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = text.indexOf('\n', start);
    if (!text.startsWith(dataName, start)) continue;
    const nameEnd = start + dataName.length;
    const value = text.slice(text.charCodeAt(nameEnd) === space ? nameEnd + 1 : nameEnd, end < 0 ? undefined : end);
    if (value !== '') take(value);
  }
}
