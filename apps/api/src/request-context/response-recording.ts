import type { CompletedAttempt, StoredResponse, Warning } from '@org/engine';
import { warningHeaderName, warningTexts } from './warning-header.js';

/** The headers that belong to an answer, whenever it is given. */
export function storedHeaders(contentType: string, warnings: readonly Warning[] = []): StoredResponse['headers'] {
  const warningHeaders = warnings.length === 0 ? {} : { [warningHeaderName]: warningTexts(warnings).join(', ') };
  return { 'content-type': contentType, ...warningHeaders };
}

/** What becomes of an answer that was recorded. */
export interface Settlement {
  /** Keeps or forgets an answer for good; `undefined` means that a repetition may run the request anew. Never rejects. */
  settle(response: StoredResponse | 'too-large' | undefined): Promise<void>;
  /** The answer as it is kept, for whoever keeps it together with what it tells of. */
  toCompletedAttempt(response: StoredResponse | 'too-large'): CompletedAttempt;
  /** Says that it is kept: nothing is left to settle. */
  stored(): void;
}

/**
 * The bytes of one answer, collected while they are sent, so that the same request can be answered with them again.
 * Settled once, before the client sees the end: who has read a whole answer can rely on getting it again.
 */
export class ResponseRecording {
  readonly #limit: number;
  readonly #settlement: Settlement;
  #chunks: string[] = [];
  #size = 0;
  #done: Promise<void> | undefined;
  readonly #waiting: (() => void)[] = [];

  /** `limit`: the most bytes that are kept. */
  constructor(limit: number, settlement: Settlement) {
    this.#limit = limit;
    this.#settlement = settlement;
  }

  /** Bytes begin and end with a character. */
  take(chunk: string | Buffer): void {
    if (this.#done !== undefined || this.#size > this.#limit) return;
    this.#size += Buffer.byteLength(chunk);
    if (this.#size > this.#limit) this.#chunks = [];
    else this.#chunks.push(chunk.toString());
  }

  /** The answer is whole. `headers` are those that a repetition is to have, too. */
  finish(status: number, headers: StoredResponse['headers']): Promise<void> {
    const response = this.#size > this.#limit ? 'too-large' : { status, headers, body: this.#chunks.join('') };
    return this.#end(() => this.#settlement.settle(response));
  }

  /**
   * Keeps the answer, of which `rest` is what was not taken, in one step with what it tells of, which `write` writes: a process that dies
   * leaves both behind or neither. When that fails, the answer is as open as before.
   */
  async finishWith<Written>(
    rest: StoredResponse,
    write: (completedAttempt: CompletedAttempt) => Promise<Written>,
  ): Promise<Written> {
    const isTooLarge = this.#size + Buffer.byteLength(rest.body) > this.#limit;
    const written = await write(
      this.#settlement.toCompletedAttempt(
        isTooLarge ? 'too-large' : { ...rest, body: [...this.#chunks, rest.body].join('') },
      ),
    );
    await this.#end(async () => this.#settlement.stored());
    return written;
  }

  /** There is no answer that is worth keeping. */
  abandon(): Promise<void> {
    return this.#end(() => this.#settlement.settle(undefined));
  }

  /** Calls `then` once the answer is settled. */
  whenSettled(then: () => void): void {
    if (this.#done === undefined) this.#waiting.push(then);
    else void this.#done.then(then);
  }

  #end(settle: () => Promise<void>): Promise<void> {
    this.#done ??= settle().then(() => {
      for (const then of this.#waiting.splice(0)) then();
    });
    this.#chunks = [];
    return this.#done;
  }
}
