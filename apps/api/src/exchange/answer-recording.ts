import type { Warning } from '@org/engine/model/warning';
import type { StoredAnswer } from '@org/engine/ports/idempotency-store';
import { warningHeaderName, warningTexts } from './warning-header.js';

/** The headers that belong to an answer, whenever it is given. */
export function keptHeaders(contentType: string, warnings: readonly Warning[] = []): StoredAnswer['headers'] {
  const told = warnings.length === 0 ? {} : { [warningHeaderName]: warningTexts(warnings).join(', ') };
  return { 'content-type': contentType, ...told };
}

/** Keeps or forgets an answer for good; `undefined` means that a repetition may run the request anew. Never rejects. */
export type Settle = (answer: StoredAnswer | 'too-large' | undefined) => Promise<void>;

/**
 * The bytes of one answer, collected while they are sent, so that the same request can be answered with them again.
 * Settled once, before the client sees the end: who has read a whole answer can rely on getting it again.
 */
export class AnswerRecording {
  readonly #limit: number;
  readonly #settle: Settle;
  #chunks: string[] = [];
  #size = 0;
  #done: Promise<void> | undefined;
  readonly #waiting: (() => void)[] = [];

  /** `limit`: the most bytes that are kept. */
  constructor(limit: number, settle: Settle) {
    this.#limit = limit;
    this.#settle = settle;
  }

  /** Bytes begin and end with a character. */
  take(chunk: string | Buffer): void {
    if (this.#done !== undefined || this.#size > this.#limit) return;
    this.#size += Buffer.byteLength(chunk);
    if (this.#size > this.#limit) this.#chunks = [];
    else this.#chunks.push(chunk.toString());
  }

  /** The answer is whole. `headers` are those that a repetition is to have, too. */
  finish(status: number, headers: StoredAnswer['headers']): Promise<void> {
    const answer = this.#size > this.#limit ? 'too-large' : { status, headers, body: this.#chunks.join('') };
    return this.#end(answer);
  }

  /** There is no answer that is worth keeping. */
  abandon(): Promise<void> {
    return this.#end(undefined);
  }

  /** Calls `then` once the answer is settled. */
  whenSettled(then: () => void): void {
    if (this.#done === undefined) this.#waiting.push(then);
    else void this.#done.then(then);
  }

  #end(answer: Parameters<Settle>[0]): Promise<void> {
    this.#done ??= this.#settle(answer).then(() => {
      for (const then of this.#waiting.splice(0)) then();
    });
    this.#chunks = [];
    return this.#done;
  }
}
