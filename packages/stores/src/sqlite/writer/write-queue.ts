import type { Worker } from 'node:worker_threads';
import { countCharacters, EngineError } from '@org/engine/storage';
import type { DiskHealth } from '../database/disk-health.js';
import { storeAbandoned } from '../../shared/store-abandoned.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { startWriter, writerEnded, type StartedWriter } from './start-writer.js';
import type { WriteName, WriteResult, WriteValues } from './write-operations.js';
import type { WriterThreadData } from './writer-thread.js';
import { fromFailure, type Failure, type FromWriter, type ToWriter, type WriteOrder } from './writer-messages.js';

/** Maximum number of queued writes and of their characters. A stalled disk must not exhaust memory. */
const maxQueuedWrites = 10_000;
const maxCharacters = 128 * 1024 * 1024;

/**
 * Number of writes of one tick that are sent at once: the writer starts while the main thread still prepares the
 * rest.
 */
const maxUnsentWrites = 8;

/**
 * Number of results delivered in one turn of the event loop. Callers continue at once and mostly write again; a
 * complete group that did so together would delay all other work.
 */
const maxResolvedPerTick = 8;

/**
 * Delay before the first attempt to restart the writer, and maximum delay between two attempts; the delay doubles
 * each time. Milliseconds.
 */
const firstPause = 100;
const maxPauseMs = 30_000;

interface PendingWrite {
  readonly characters: number;
  resolve(result: unknown): void;
  reject(error: EngineError): void;
}

interface SettledWrite {
  readonly waiting: PendingWrite;
  readonly result: unknown;
  readonly failure: Failure | undefined;
}

export interface WriteQueueOptions {
  readonly data: WriterThreadData;
  readonly health: DiskHealth;
  /** Called when the writer has ended by itself and when it could not be restarted. */
  readonly onFailure: (failure: EngineError) => void;
}

/**
 * The main thread's side of the writer: collects the writes of a tick, sends them together and settles them in order.
 * When a writer ends by itself, for example out of memory, its pending writes fail and the queue restarts it; until
 * then there is no writer.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  /** The file that reads use, too: a restarted writer accepts no other. */
  readonly file: string;
  #worker: Worker;
  #unsent: WriteOrder[] = [];
  readonly #waiting: PendingWrite[] = [];
  #waitingCharacters = 0;
  #given = 0;
  /** Done or failed, and not given out yet. */
  readonly #settledWrites: SettledWrite[] = [];
  #ended: EngineError | undefined;
  #closing = false;
  #pause = firstPause;
  #restart: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;

  /** Starts the thread, which creates or migrates the database. Rejects when the file is unusable. */
  static async open(options: WriteQueueOptions): Promise<WriteQueue> {
    return new WriteQueue(options, await startWriter(options.data));
  }

  private constructor(options: WriteQueueOptions, { worker, file }: StartedWriter) {
    this.#options = options;
    this.file = file;
    this.#worker = this.#attachWorker(worker);
  }

  #attachWorker(worker: Worker): Worker {
    let crash: EngineError | undefined;
    worker.on('message', (message: FromWriter) => this.#settle(message));
    // The worker's remaining messages are delivered between the two events.
    worker.on('error', (cause) => {
      crash = writerEnded(cause);
      this.#ended ??= crash;
    });
    worker.on('exit', () => this.#onWorkerExit(crash ?? writerEnded()));
    worker.unref(); // An idle store does not keep the process alive; a pending write does.
    return worker;
  }

  /** Resolves with the result once it is on disk. */
  write<Name extends WriteName>(name: Name, ...values: WriteValues<Name>): Promise<WriteResult<Name>> {
    return this.transfer([], name, ...values);
  }

  /** As {@link write}. The buffers, which the values contain, move to the writer: they are empty here from then on. */
  transfer<Name extends WriteName>(
    transferred: readonly ArrayBuffer[],
    name: Name,
    ...values: WriteValues<Name>
  ): Promise<WriteResult<Name>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const characters = countCharacters(values);
    if (
      this.#waiting.length >= maxQueuedWrites ||
      (this.#waiting.length > 0 && this.#waitingCharacters + characters > maxCharacters)
    ) {
      return Promise.reject(new EngineError('overloaded', 'Too many writes wait for the disk.', { retryAfter: 1 }));
    }
    return new Promise((resolve, reject) => {
      // The writer responds to an order with the result of the operation that the order names.
      this.#waiting.push({ resolve: resolve as (result: unknown) => void, reject, characters });
      this.#waitingCharacters += characters;
      this.#given += 1;
      if (this.#waiting.length === 1) this.#worker.ref();
      if (this.#unsent.length === 0) setImmediate(() => this.#send());
      this.#unsent.push({ name, values, transferred });
      if (this.#unsent.length === maxUnsentWrites) this.#send();
    });
  }

  /** How many writes were given to it. */
  get given(): number {
    return this.#given;
  }

  /** Number of writes that have ended, done or failed: they commit nothing more. */
  get over(): number {
    return this.#given - this.#waiting.length;
  }

  /** Why no write can succeed now, if so. */
  get ended(): EngineError | undefined {
    return this.#ended;
  }

  /** Finishes what waits, then ends the thread. */
  async close(): Promise<void> {
    if (this.#closing) return;
    const hasEnded = this.#ended !== undefined;
    this.#close();
    if (hasEnded) return await this.#starting;
    this.#send();
    this.#worker.ref();
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.postMessage('close' satisfies ToWriter);
    await exited;
  }

  /** Terminates the thread and the wait for it. Returns the number of pending writes. */
  abandon(): number {
    this.#close();
    const count = this.#waiting.length;
    this.#rejectAll(storeAbandoned());
    void this.#worker.terminate();
    return count;
  }

  #close(): void {
    this.#closing = true;
    this.#ended = new EngineError('internal', 'The store is closed.');
    clearTimeout(this.#restart);
  }

  #rejectAll(reason: EngineError): void {
    this.#unsent = [];
    this.#waitingCharacters = 0;
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  #send(): void {
    const orders = this.#unsent;
    if (orders.length === 0) return;
    this.#unsent = [];
    try {
      this.#worker.postMessage(
        orders satisfies ToWriter,
        orders.flatMap(({ transferred }) => transferred),
      );
    } catch (thrown) {
      // The orders could not be copied for the other thread, for example because of too little memory.
      for (const waiting of this.#waiting.splice(-orders.length)) {
        this.#waitingCharacters -= waiting.characters;
        waiting.reject(toStoreError(thrown));
      }
      if (this.#waiting.length === 0) this.#worker.unref();
    }
  }

  #settle(message: FromWriter): void {
    if (message.type !== 'written') return;
    this.#pause = firstPause;
    for (const failure of message.failures.values()) this.#options.health.recordFailure(fromFailure(failure));
    const idle = this.#settledWrites.length === 0;
    for (const [index, waiting] of this.#waiting.splice(0, message.results.length).entries()) {
      this.#waitingCharacters -= waiting.characters;
      this.#settledWrites.push({ waiting, result: message.results[index], failure: message.failures.get(index) });
    }
    if (this.#waiting.length === 0) this.#worker.unref();
    if (idle) this.#giveOut();
  }

  #giveOut(): void {
    for (const { waiting, result, failure } of this.#settledWrites.splice(0, maxResolvedPerTick)) {
      if (failure === undefined) waiting.resolve(result);
      else waiting.reject(fromFailure(failure));
    }
    if (this.#settledWrites.length > 0) setImmediate(() => this.#giveOut());
  }

  /** It is unknown whether the last writes took effect: their callers receive a failure. */
  #onWorkerExit(failure: EngineError): void {
    this.#ended ??= failure;
    this.#rejectAll(failure);
    if (this.#closing) return;
    this.#options.onFailure(failure);
    this.#startLater();
  }

  #startLater(): void {
    this.#restart = setTimeout(() => {
      this.#starting = this.#restartWriter();
    }, this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }

  async #restartWriter(): Promise<void> {
    try {
      const { worker } = await startWriter({ ...this.#options.data, file: this.file });
      if (this.#closing) {
        await worker.terminate();
        return;
      }
      this.#worker = this.#attachWorker(worker);
      this.#ended = undefined;
    } catch (thrown) {
      if (this.#closing) return;
      const failure = toStoreError(thrown);
      this.#ended = failure;
      this.#options.health.recordFailure(failure);
      this.#options.onFailure(failure);
      this.#startLater();
    }
  }
}
