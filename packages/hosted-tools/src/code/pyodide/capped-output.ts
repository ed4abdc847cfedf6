/** The start of what a stream gives, in UTF-8, with the number of bytes that it omits. */
export class CappedOutput {
  readonly #max: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #omitted = 0;

  constructor(max: number) {
    this.#max = max;
  }

  push(data: Buffer): void {
    const chunk = data.subarray(0, this.#max - this.#bytes);
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#omitted += data.length - chunk.length;
  }

  /** What has arrived since the last time. */
  take(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    const omitted = this.#omitted === 0 ? '' : `\n[${this.#omitted} more bytes omitted]`;
    [this.#chunks, this.#bytes, this.#omitted] = [[], 0, 0];
    return text + omitted;
  }
}
