import type { CompletedAttempt, StoredResponse, Warning } from '@org/engine';
import { warningHeaderName, warningTexts } from './warning-header.js';

/** The headers of a response, whether original or replayed. */
export function storedHeaders(contentType: string, warnings: readonly Warning[] = []): StoredResponse['headers'] {
  const warningHeaders = warnings.length === 0 ? {} : { [warningHeaderName]: warningTexts(warnings).join(', ') };
  return { 'content-type': contentType, ...warningHeaders };
}

/** Settles a recorded response. */
export interface Settlement {
  /** Stores or discards a response for good; `undefined` means that a repeated request may run again. Never rejects. */
  settle(response: StoredResponse | 'too-large' | undefined): Promise<void>;
  /** The response in stored form, for a write together with its resource. */
  toCompletedAttempt(response: StoredResponse | 'too-large'): CompletedAttempt;
  /** Marks the response as stored: nothing is left to settle. */
  stored(): void;
}

/**
 * Records the bytes of one response while they are sent, to replay them for the same request. Settled once, before
 * the client sees the end: a client that has read a complete response can rely on its replay.
 */
export class ResponseRecording {
  readonly #limit: number;
  readonly #settlement: Settlement;
  #chunks: string[] = [];
  #size = 0;
  #done: Promise<void> | undefined;
  readonly #waiting: (() => void)[] = [];

  /** `limit`: maximum number of stored bytes. */
  constructor(limit: number, settlement: Settlement) {
    this.#limit = limit;
    this.#settlement = settlement;
  }

  /** Chunks start and end at character boundaries. */
  take(chunk: string | Buffer): void {
    if (this.#done !== undefined || this.#size > this.#limit) return;
    this.#size += Buffer.byteLength(chunk);
    if (this.#size > this.#limit) this.#chunks = [];
    else this.#chunks.push(chunk.toString());
  }

  /** Completes the response. `headers` are those of the replay, too. */
  finish(status: number, headers: StoredResponse['headers']): Promise<void> {
    const response = this.#size > this.#limit ? 'too-large' : { status, headers, body: this.#chunks.join('') };
    return this.#end(() => this.#settlement.settle(response));
  }

  /**
   * Stores the response, of which `rest` is the unrecorded part, in one step with its resource, which `write` writes:
   * a process that crashes stores both or neither. When that fails, the response is still unsettled.
   */
  async finishWith<Result>(
    rest: StoredResponse,
    write: (completedAttempt: CompletedAttempt) => Promise<Result>,
  ): Promise<Result> {
    const isTooLarge = this.#size + Buffer.byteLength(rest.body) > this.#limit;
    const written = await write(
      this.#settlement.toCompletedAttempt(
        isTooLarge ? 'too-large' : { ...rest, body: [...this.#chunks, rest.body].join('') },
      ),
    );
    await this.#end(async () => this.#settlement.stored());
    return written;
  }

  /** Discards a response that is not worth storing. */
  abandon(): Promise<void> {
    return this.#end(() => this.#settlement.settle(undefined));
  }

  /** Calls `then` once the response is settled. */
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
