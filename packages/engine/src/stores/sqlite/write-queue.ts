import { Worker } from 'node:worker_threads';
import { EngineError } from '../../errors/engine-error.js';
import type { WriteName, WriteResult, WriteValues } from './write-operations.js';
import type { WriterThreadData } from './writer-thread.js';
import { fromFailure, type Failure, type FromWriter, type ToWriter, type WriteOrder } from './writer-messages.js';

/** Most writes, and most characters of them, that may wait. A disk that stands still must not fill the memory. */
const mostWaiting = 10_000;
const mostCharacters = 128 * 1024 * 1024;

/** So many writes of one tick are sent at once: the writer begins while the rest of them is still being made. */
const mostUnsent = 8;

/**
 * So many results are given out in one turn of the event loop. Those who wait go on at once and mostly write again; if a
 * whole group did so in one piece, everybody else's work would wait for it.
 */
const mostGivenOut = 8;

interface Waiting {
  readonly characters: number;
  resolve(result: unknown): void;
  reject(error: EngineError): void;
}

interface Settled {
  readonly waiting: Waiting;
  readonly result: unknown;
  readonly failure: Failure | undefined;
}

/** The main thread's end of the writer: collects the writes of a tick, sends them together, settles them in order. */
export class WriteQueue {
  readonly #worker: Worker;
  #unsent: WriteOrder[] = [];
  readonly #waiting: Waiting[] = [];
  #waitingCharacters = 0;
  /** Done or failed, and not given out yet. */
  readonly #settled: Settled[] = [];
  #ended: EngineError | undefined;

  /** Starts the thread, which makes or migrates the database. Rejects when the file cannot serve. */
  static async open(data: WriterThreadData): Promise<WriteQueue> {
    const worker = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData: data, execArgv: [], name: 'sqlite-writer' });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: FromWriter) => {
        if (message.type === 'refused') reject(fromFailure(message.failure));
        else resolve();
      });
    });
    return new WriteQueue(worker);
  }

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.removeAllListeners('error');
    worker.on('message', (message: FromWriter) => this.#settle(message));
    worker.on('error', (cause) => this.#end(new EngineError('internal', 'The writer of the store crashed.', { cause })));
    worker.on('exit', () => this.#end(new EngineError('internal', 'The store is closed.')));
    worker.unref(); // An idle store does not keep the process alive; a write that waits does.
  }

  /** Resolves with the result once it is on disk. */
  write<Name extends WriteName>(name: Name, ...values: WriteValues<Name>): Promise<WriteResult<Name>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const characters = countCharacters(values);
    if (this.#waiting.length >= mostWaiting || (this.#waiting.length > 0 && this.#waitingCharacters + characters > mostCharacters)) {
      return Promise.reject(new EngineError('overloaded', 'Too many writes wait for the disk.', { retryAfter: 1 }));
    }
    return new Promise((resolve, reject) => {
      // The writer answers an order with the result of the operation that the order names.
      this.#waiting.push({ resolve: resolve as (result: unknown) => void, reject, characters });
      this.#waitingCharacters += characters;
      if (this.#waiting.length === 1) this.#worker.ref();
      if (this.#unsent.length === 0) setImmediate(() => this.#send());
      this.#unsent.push({ name, values });
      if (this.#unsent.length === mostUnsent) this.#send();
    });
  }

  /** Why no write can succeed any more, if so. */
  get ended(): EngineError | undefined {
    return this.#ended;
  }

  /** Finishes what waits, then ends the thread. */
  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#ended = new EngineError('internal', 'The store is closed.');
    this.#send();
    this.#worker.ref();
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.postMessage('close' satisfies ToWriter);
    await exited;
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    this.#worker.postMessage(this.#unsent satisfies ToWriter);
    this.#unsent = [];
  }

  #settle(message: FromWriter): void {
    if (message.type !== 'written') return;
    const idle = this.#settled.length === 0;
    for (const [index, waiting] of this.#waiting.splice(0, message.results.length).entries()) {
      this.#waitingCharacters -= waiting.characters;
      this.#settled.push({ waiting, result: message.results[index], failure: message.failures.get(index) });
    }
    if (this.#waiting.length === 0) this.#worker.unref();
    if (idle) this.#giveOut();
  }

  #giveOut(): void {
    for (const { waiting, result, failure } of this.#settled.splice(0, mostGivenOut)) {
      if (failure === undefined) waiting.resolve(result);
      else waiting.reject(fromFailure(failure));
    }
    if (this.#settled.length > 0) setImmediate(() => this.#giveOut());
  }

  #end(error: EngineError): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

/** The length of all strings in plain values. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countCharacters(member), 0);
}
