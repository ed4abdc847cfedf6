import { Worker } from 'node:worker_threads';
import { EngineError } from '@org/engine/storage';
import { storeAbandoned } from '../../shared/store-abandoned.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { fromFailure } from '../writer/writer-messages.js';
import type { ReadName, ReadResult, ReadValues } from './read-operations.js';
import type { FromReader, ReadOrder, ToReader } from './reader-messages.js';
import type { ReaderThreadData } from './reader-thread.js';

interface PendingRead {
  readonly order: ReadOrder;
  resolve(result: unknown): void;
  reject(error: EngineError): void;
}

/**
 * The main thread's side of the reader thread, which starts with the first read. It reads one at a time, and the owners
 * that wait take turns. When the thread ends by itself, for example out of memory, its read fails and the next one
 * starts another thread.
 */
export class ReadQueue {
  #worker: Worker | undefined;
  #reading: PendingRead | undefined;
  /** The reads that wait, of each owner; the owner whose turn it is comes first. */
  readonly #waiting = new Map<string, PendingRead[]>();
  #closed: EngineError | undefined;

  constructor(private readonly data: ReaderThreadData) {}

  read<Name extends ReadName>(name: Name, owner: string, ...values: ReadValues<Name>): Promise<ReadResult<Name>> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      // The thread responds to an order with the result of the operation that the order names.
      const read = { order: { name, owner, values }, resolve: resolve as (result: unknown) => void, reject };
      const others = this.#waiting.get(owner);
      if (others === undefined) this.#waiting.set(owner, [read]);
      else others.push(read);
      this.#readNext();
    });
  }

  /** Ends the thread after its current read; those that wait fail. */
  async close(): Promise<void> {
    this.#end(new EngineError('internal', 'The store is closed.'));
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close' satisfies ToReader);
    await exited;
  }

  /** Terminates the thread. Returns the number of pending reads. */
  abandon(): number {
    const count = this.#end(storeAbandoned()) + (this.#reading === undefined ? 0 : 1);
    this.#settle()?.reject(storeAbandoned());
    void this.#worker?.terminate();
    return count;
  }

  #end(reason: EngineError): number {
    this.#closed ??= reason;
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
    return waiting.length;
  }

  #readNext(): void {
    if (this.#reading !== undefined) return;
    const read = this.#takeNext();
    if (read === undefined) return;
    this.#reading = read;
    try {
      const worker = (this.#worker ??= this.#start());
      worker.ref(); // An idle store does not keep the process alive; a pending read does.
      worker.postMessage(read.order satisfies ToReader);
    } catch (thrown) {
      this.#settle()?.reject(toStoreError(thrown));
      this.#readNext();
    }
  }

  /** The next read of the owner that waits longest for its turn. */
  #takeNext(): PendingRead | undefined {
    for (const [owner, reads] of this.#waiting) {
      const read = reads.shift();
      this.#waiting.delete(owner);
      if (reads.length > 0) this.#waiting.set(owner, reads);
      return read;
    }
    return undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-thread.js', import.meta.url), {
      workerData: this.data,
      execArgv: [],
      name: 'sqlite-reader',
    });
    let crash: unknown;
    worker.on('message', (message: FromReader) => {
      const read = this.#settle();
      if (message.type === 'read') read?.resolve(message.result);
      else read?.reject(fromFailure(message.failure));
      this.#readNext();
    });
    worker.on('error', (cause) => (crash = cause));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#settle()?.reject(readerEnded(crash));
      this.#readNext();
    });
    return worker;
  }

  /** Ends the current read. */
  #settle(): PendingRead | undefined {
    const read = this.#reading;
    this.#reading = undefined;
    // The process waits for the end of a thread that is being closed.
    if (this.#closed === undefined) this.#worker?.unref();
    return read;
  }
}

function readerEnded(cause: unknown): EngineError {
  return new EngineError('internal', 'The reader thread of the store ended unexpectedly.', { cause });
}
