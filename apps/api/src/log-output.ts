/** The system calls of `node:fs` for one file. */
export interface OutputCalls {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** Returns the number of accepted bytes, or throws. */
  writeSync(bytes: Buffer): number;
  /** Takes a sentence for the operator that the output itself cannot take. Never throws. */
  reportLogFailure(sentence: string): void;
}

/** Chunk size in characters. */
const chunkLength = 16_384;
/** Maximum pending characters for a blocked output: half a minute of a busy service. */
export const maxPendingCharacters = 8 * 1024 * 1024;
/** Retry interval for a blocked output, in milliseconds. */
const againMs = 100;
/** Time that an output which is only busy gets at the very end. */
const flushTimeoutMs = 500;

const nothing: Buffer = Buffer.alloc(0);

/**
 * Writes lines in chunks to an output that may fail, such as a file on a full disk, without ending any work for that.
 * Lines wait for it to work again, up to a limit; further ones are dropped and counted, and a line with the count
 * replaces them.
 */
export class LogOutput {
  readonly #calls: OutputCalls;
  /** Creates the line that replaces dropped lines. */
  readonly #droppedLine: (count: number) => string;
  /** The chunk that is being written. */
  #chunk = nothing;
  /** Lines after the chunk. */
  #lines = '';
  /** Number of dropped lines after the pending ones. */
  #lost = 0;
  #writing = false;
  #pause: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(calls: OutputCalls, droppedLine: (count: number) => string) {
    this.#calls = calls;
    this.#droppedLine = droppedLine;
  }

  /** Writes one line with its line break. */
  write(line: string): void {
    if (this.#chunk.length + this.#lines.length + line.length > maxPendingCharacters) {
      this.#lost += 1;
      return;
    }
    if (this.#lost > 0) this.#reportLostLines();
    this.#lines += line;
    if (this.#lines.length >= chunkLength) this.flush();
  }

  /** Flushes the pending lines, unless a flush is in progress. */
  flush(): void {
    if (this.#writing || this.#pause !== undefined) return;
    this.#take();
    if (this.#chunk.length === 0) return;
    this.#writing = true;
    this.#calls.write(this.#chunk, (error, written) => {
      this.#writing = false;
      if (error === null) this.#advance(written);
      else this.#tryLater(error);
    });
  }

  /** Flushes at the end of the process: one attempt, without waiting for an output that may stay blocked. */
  end(): void {
    const lost = this.#lost;
    // A write in progress completes by itself.
    let remaining = Buffer.concat([
      this.#writing ? nothing : this.#chunk,
      Buffer.from(lost > 0 ? this.#lines + this.#droppedLine(lost) : this.#lines),
    ]);
    const until = performance.now() + flushTimeoutMs;
    while (remaining.length > 0) {
      try {
        remaining = remaining.subarray(this.#calls.writeSync(remaining));
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs / 10);
      }
    }
    // The line that reports dropped lines is last.
    if (remaining.length > 0)
      this.#calls.reportLogFailure(
        `The service dropped the last lines of the log: ${linesIn(remaining) + (lost > 0 ? lost - 1 : 0)}.`,
      );
  }

  /** Creates a chunk of the pending lines when the previous one is written. */
  #take(): void {
    if (this.#chunk.length > 0) return;
    if (this.#lost > 0) this.#reportLostLines();
    this.#chunk = Buffer.from(this.#lines);
    this.#lines = '';
  }

  #reportLostLines(): void {
    this.#lines += this.#droppedLine(this.#lost);
    this.#lost = 0;
  }

  #advance(written: number): void {
    this.#chunk = this.#chunk.subarray(written);
    if (this.#chunk.length > 0 || this.#lines.length >= chunkLength) this.flush();
    else this.#failing = false;
  }

  #tryLater(error: NodeJS.ErrnoException): void {
    // The output may fail for days: each failure is reported once, at its start.
    if (!this.#failing && !isBusy(error)) {
      this.#failing = true;
      this.#calls.reportLogFailure(
        `The service cannot write the log (${error.code ?? error.message}): it buffers the lines until it can, and drops those that exceed the buffer.`,
      );
    }
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.flush();
    }, againMs).unref();
  }
}

/** A pipe that is full for the moment. */
function isBusy(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'code' in thrown &&
    (thrown.code === 'EAGAIN' || thrown.code === 'EBUSY')
  );
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
