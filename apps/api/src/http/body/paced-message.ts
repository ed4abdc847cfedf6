// Node's parser calls back for each chunk of a chunked body, and reads up to 2 MB from one connection before it serves
// another: chunks of one byte would occupy the event loop for seconds, and take gigabytes.
import { IncomingMessage } from 'node:http';
import type { ReadTurns, TurnTaker } from './read-turns.js';

/** Chunks of a body that may have any length. A read of 64 KiB has up to 10,922 of one byte. */
export const freeChunks = 8_192;
/** Average length, in bytes, that the chunks of a body with more of them must have. A read may divide a chunk. */
export const minChunkBytes = 8;
/** Chunks after which a connection waits for its next turn. */
const chunksPerTurn = 256;

/** Whether the chunks of a body are too short. */
export function hasShortChunks(chunks: number, bytes: number): boolean {
  return chunks > freeChunks && bytes < chunks * minChunkBytes;
}

/** A request whose chunked body arrives in turns, and has chunks of a reasonable length. */
export class PacedMessage extends IncomingMessage implements TurnTaker {
  #turns: ReadTurns | undefined;
  #refuse: (() => void) | undefined;
  #chunks = 0;
  #bytes = 0;
  #chunksOfTurn = 0;
  #isWaiting = false;
  #wantsMore = false;
  #isDiscarded = false;

  /** To be called before the body arrives. `refuse` must close the connection, from which nothing more is read. */
  pace(turns: ReadTurns, refuse: () => void): void {
    this.#turns = turns;
    this.#refuse = refuse;
    turns.add(this);
    this.once('close', () => turns.delete(this));
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.#turns === undefined || !(chunk instanceof Uint8Array)) return super.push(chunk, encoding);
    if (this.#refuse === undefined) return false;
    this.#chunks += 1;
    this.#bytes += chunk.length;
    if (hasShortChunks(this.#chunks, this.#bytes)) {
      this.#turns.delete(this);
      this.#refuse();
      this.#refuse = undefined;
      return false;
    }
    const takesMore = super.push(chunk);
    this.#chunksOfTurn += 1;
    if (this.#chunksOfTurn === chunksPerTurn) this.#turns.end();
    return takesMore && !this.#isWaiting;
  }

  override _read(size: number): void {
    if (this.#turns !== undefined && this.#refuse === undefined) return;
    if (this.#isWaiting) this.#wantsMore = true;
    else super._read(size);
  }

  stopReading(): void {
    this.#isWaiting = true;
    // A stream with enough data calls `_read` when it needs more.
    this.#wantsMore = this.readableLength < this.readableHighWaterMark;
    this.socket.pause();
  }

  continueReading(): void {
    this.#isWaiting = false;
    this.#chunksOfTurn = 0;
    if (this.#wantsMore) super._read(0);
  }

  /** Replaces Node's method, after which the chunks of a discarded body would no longer count. */
  _dump(): void {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    this.removeAllListeners('data');
    this.resume();
  }
}
