/** The calls that reach the system, as `node:fs` has them for one file. */
export interface OutputCalls {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** Returns how many bytes were taken, or throws. */
  writeSync(bytes: Buffer): number;
  /** Takes a sentence for the operator that the output itself cannot take. Never throws. */
  reportLogFailure(sentence: string): void;
}

/** Characters of a piece. */
const chunkLength = 16_384;
/** Characters that may wait for an output that takes nothing: half a minute of a busy service. */
export const maxPendingCharacters = 8 * 1024 * 1024;
/** Between two attempts at an output that took nothing, in milliseconds. */
const againMs = 100;
/** Time that an output which is only busy gets at the very end. */
const flushTimeoutMs = 500;

const nothing: Buffer = Buffer.alloc(0);

/**
 * Writes lines in pieces to an output that may fail, such as a file on a disk that is full: nobody's work ends for that. Lines wait
 * for it to work again, up to a bound; those beyond are counted, and the count stands in their place.
 */
export class LogOutput {
  readonly #calls: OutputCalls;
  /** Makes the line that stands for lines that were lost. */
  readonly #droppedLine: (count: number) => string;
  /** Begun to be written. */
  #chunk = nothing;
  /** Behind the piece. */
  #lines = '';
  /** Behind the lines. */
  #lost = 0;
  #writing = false;
  #pause: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(calls: OutputCalls, droppedLine: (count: number) => string) {
    this.#calls = calls;
    this.#droppedLine = droppedLine;
  }

  /** Takes one line with its end. */
  write(line: string): void {
    if (this.#chunk.length + this.#lines.length + line.length > maxPendingCharacters) {
      this.#lost += 1;
      return;
    }
    if (this.#lost > 0) this.#reportLostLines();
    this.#lines += line;
    if (this.#lines.length >= chunkLength) this.flush();
  }

  /** Writes what there is, unless that is under way. */
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

  /** For the end of the process, where nothing comes back: one attempt, which does not wait for what may never be. */
  end(): void {
    const lost = this.#lost;
    // What is under way comes to its end without us.
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
    // The line that says what was lost before is the last one.
    if (remaining.length > 0)
      this.#calls.reportLogFailure(
        `The service dropped the last lines of the log: ${linesIn(remaining) + (lost > 0 ? lost - 1 : 0)}.`,
      );
  }

  /** Makes a piece of what waits when the one before is out. */
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
    // The output may fail for days: it is said once for each time that it begins to.
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
