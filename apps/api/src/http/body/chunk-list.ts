const blockBytes = 65_536;

/**
 * The bytes of a body as they arrive. Short chunks are copied into blocks, because each chunk takes a hundred bytes
 * in addition to its own: a body of 32 MB in chunks of one byte would take gigabytes.
 */
export class ChunkList {
  readonly #chunks: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;

  add(chunk: Buffer): void {
    // Most bodies arrive at once.
    if (chunk.length >= blockBytes || (this.#chunks.length === 0 && this.#block === undefined)) {
      this.#endBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#block !== undefined && this.#used + chunk.length > blockBytes) this.#endBlock();
    this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
    this.#used += chunk.copy(this.#block, this.#used);
  }

  /** All bytes. The list is empty then. */
  take(): Buffer {
    this.#endBlock();
    const all = this.#chunks.splice(0);
    const [first] = all;
    return first !== undefined && all.length === 1 ? first : Buffer.concat(all);
  }

  /** Drops all bytes. */
  clear(): void {
    this.#chunks.length = 0;
    this.#block = undefined;
    this.#used = 0;
  }

  #endBlock(): void {
    if (this.#block !== undefined) this.#chunks.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
