import { setTimeout as pause } from 'node:timers/promises';
import {
  type EngineError,
  type FileRecord,
  growingPause,
  type Ingestion,
  type Store,
  toEngineError,
} from '@org/engine';
import { ingestFile, type IngestionOutcome, readDocument } from '@org/hosted-tools';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { failureFacts } from '../request-context/failure-facts.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { EmbeddingSpaces } from './embedding-spaces.js';
import { IngestionRun } from './ingestion-run.js';

/** Bytes of memory per byte of a file: the bytes, their text, the chunks, and what is stored of them. */
const memoryPerByte = 4;
/** Bytes of text per byte of a compressed file. */
const maxExpansion = 8;
/** Bytes of memory per number of a vector: as it is embedded, and as it is stored. */
const memoryPerNumber = 2 * Float32Array.BYTES_PER_ELEMENT;
/** Files of one process that may wait for a model or the store. */
const maxResting = 64;
/** Time that a stopped ingestion has to end, in milliseconds. */
const stopGraceMs = 1_000;

/** What the log and the metrics have of an attempt: no name and no text of a file. */
export interface IngestionRecord {
  readonly outcome: IngestionOutcome['type'] | 'retry' | 'released';
  readonly totalMs: number;
  readonly bytes?: number;
  readonly chunks?: number;
}

export interface IngestionWorkerOptions {
  readonly config: Pick<ServiceConfig, 'background' | 'fileSearch' | 'shutdown'>;
  readonly store: Store;
  readonly log: Logger;
  readonly spaces: EmbeddingSpaces;
  readonly memoryBudget: MemoryBudget;
  readonly storageQuotas: Pick<StorageQuotas, 'quotaOf'>;
}

/** This process's share in making the files of all vector stores searchable. */
export class IngestionWorker {
  readonly #options: IngestionWorkerOptions;
  readonly #running = new Map<IngestionRun, Promise<void>>();
  readonly #listeners: ((record: IngestionRecord) => void)[] = [];
  #claiming: Promise<void> | undefined;
  #again = false;
  #isStopping = false;
  /** Files that wait until a model or the store has recovered: they hold their leases, and others are read. */
  #resting = 0;
  #poll: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | undefined;

  constructor(options: IngestionWorkerOptions) {
    this.#options = options;
  }

  /** Files that this process reads now. */
  get running(): number {
    return this.#running.size - this.#resting;
  }

  /** Calls `listener` at the end of each attempt. */
  listen(listener: (record: IngestionRecord) => void): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    const { config, store, log } = this.#options;
    const { embedding, reranker } = config.fileSearch;
    log.info(
      { embedding, reranker },
      embedding === undefined
        ? 'file search finds words only: no embedding model is set (tools.fileSearch.embedding)'
        : 'file search finds words and meaning',
    );
    this.#poll = setInterval(() => this.#claim(), config.background.pollMs);
    this.#unwatch = await store.watchIngestions(() => this.#claim());
    this.#claim();
  }

  /** Stops claiming; running ingestions get the same time to finish as running responses, then others take over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    this.#unwatch?.();
    await this.#claiming;
    if (await this.#areEnded(this.#options.config.shutdown.graceMs)) return;
    for (const run of this.#running.keys()) run.stop('stopping');
    await this.#areEnded(stopGraceMs);
  }

  async #areEnded(ms: number): Promise<boolean> {
    if (this.#running.size === 0) return true;
    const ended = new AbortController();
    void Promise.all(this.#running.values()).then(() => ended.abort());
    await pause(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    return this.#running.size === 0;
  }

  #claim(): void {
    if (this.#claiming !== undefined) {
      this.#again = true;
      return;
    }
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.#claim();
    });
  }

  async #claimAll(): Promise<void> {
    const { config, store, log } = this.#options;
    try {
      while (!this.#isStopping && this.#resting < maxResting && this.running < config.fileSearch.concurrency) {
        const ingestion = await store.claimIngestion(config.background.leaseMs);
        if (ingestion === undefined) return;
        const run = new IngestionRun(ingestion, store, config.background);
        this.#running.set(run, this.#work(run));
      }
    } catch (error) {
      log.error({ ...failureFacts(toEngineError(error)), err: error }, 'failed to look for files to read');
    }
  }

  async #work(run: IngestionRun): Promise<void> {
    const startedAt = performance.now();
    const { owner, vectorStoreId, fileId, attempt } = run.ingestion;
    const facts = { owner, vectorStoreId, fileId, attempt };
    try {
      const outcome = await this.#ingest(run);
      const failure = outcome.type === 'failed' ? { failureCode: outcome.failure.code } : {};
      this.#report({ ...facts, ...failure }, recordOf(outcome, performance.now() - startedAt));
    } catch (thrown) {
      await this.#release(run, facts, thrown, startedAt);
    }
    run.close();
    this.#running.delete(run);
    if (!this.#isStopping) this.#claim();
  }

  async #ingest(run: IngestionRun): Promise<IngestionOutcome> {
    const { config, store, memoryBudget, storageQuotas, spaces } = this.#options;
    const { ingestion, signal } = run;
    if (ingestion.failures > config.background.maxAttempts)
      return await this.#giveUp(ingestion, 0, interruptedTooOften);
    const { owner, fileId } = ingestion;
    const { maxFileBytes, maxChunksPerFile: maxChunks } = config.fileSearch;
    const { size = 0, mediaType = '' } = (await store.getFile(owner, fileId)) ?? {};
    const memory = memoryBudget.reservation(owner);
    try {
      if (size <= maxFileBytes)
        await memory.add(
          Math.min(memoryOf(ingestion, { size, mediaType }, maxChunks), memoryBudget.maxBytesPerOwner),
          signal,
        );
      const { keyName } = ingestion.file;
      const maxStoredBytes = storageQuotas.quotaOf(keyName === undefined ? undefined : { keyName });
      return await ingestFile(
        ingestion,
        { store, readDocument, embedding: (space) => spaces.modelOf(space) },
        {
          maxFileBytes,
          maxChunks,
          ...(maxStoredBytes !== undefined && { maxStoredBytes }),
        },
        { signal, requestId: ingestion.fileId, owner },
      );
    } catch (thrown) {
      const error = toEngineError(thrown);
      const isLast = countsAsFailure(error) && ingestion.failures >= config.background.maxAttempts;
      if (signal.aborted || !isLast) throw thrown;
      return await this.#giveUp(ingestion, size, error.message);
    } finally {
      memory.release();
    }
  }

  async #giveUp(ingestion: Ingestion, bytes: number, message: string): Promise<IngestionOutcome> {
    const failure = { code: 'server_error', message } as const;
    const isWritten = await this.#options.store.failIngestion(ingestion, failure);
    return isWritten ? { type: 'failed', bytes, failure } : { type: 'lost' };
  }

  /** Keeps the file from being read while a model or the store recovers, then returns it to the queue. */
  async #release(run: IngestionRun, facts: object, thrown: unknown, startedAt: number): Promise<void> {
    const { log, store } = this.#options;
    const error = toEngineError(thrown);
    if (run.stopReason === 'lost')
      return this.#report(facts, { outcome: 'lost', totalMs: performance.now() - startedAt });
    const failed = run.stopReason === undefined && countsAsFailure(error);
    if (run.stopReason === undefined) {
      log.warn({ ...facts, ...failureFacts(error), err: thrown }, 'failed to read a file; the service tries again');
      this.#report(facts, { outcome: 'retry', totalMs: performance.now() - startedAt });
      const { attempt, failures } = run.ingestion;
      // The number of failures does not grow while something is overloaded, but the pauses do.
      const ms = growingPause(error, failed ? failures : attempt);
      this.#resting += 1;
      this.#claim();
      await pause(ms, undefined, { signal: run.signal }).catch(() => undefined);
      this.#resting -= 1;
    } else this.#report(facts, { outcome: 'released', totalMs: performance.now() - startedAt });
    await store
      .releaseIngestion(run.ingestion, { failed })
      .catch((err: unknown) => log.warn({ ...facts, err }, 'failed to release a file; its lease ends by itself'));
  }

  #report(facts: object, record: IngestionRecord): void {
    this.#options.log.info({ ...facts, ...record, totalMs: Math.round(record.totalMs) }, 'file ingestion');
    for (const listener of this.#listeners) listener(record);
  }
}

/** Bytes that reading a file takes: the file and its chunks, and the vectors of as many chunks as it may have. */
function memoryOf(
  { file, embedding }: Ingestion,
  { size, mediaType }: Pick<FileRecord, 'size' | 'mediaType'>,
  maxChunks: number,
): number {
  const { maxTokens, overlapTokens } = file.chunkLengths;
  // A token has at least one byte.
  const maxTextBytes = mediaType.startsWith('text/') ? size : size * maxExpansion;
  const chunks = Math.min(maxChunks, Math.ceil(maxTextBytes / (maxTokens - overlapTokens)));
  return size * memoryPerByte + chunks * (embedding?.dimensions ?? 0) * memoryPerNumber;
}

/** What is overloaded recovers, and the file is not the cause: it may wait as long as that takes. */
function countsAsFailure({ code }: EngineError): boolean {
  return code !== 'overloaded';
}

const interruptedTooOften = 'The service stopped too many times while it read the file. Attach the file again.';

function recordOf(outcome: IngestionOutcome, totalMs: number): IngestionRecord {
  switch (outcome.type) {
    case 'completed':
      return { outcome: 'completed', totalMs, bytes: outcome.bytes, chunks: outcome.chunks };
    case 'failed':
      return { outcome: 'failed', totalMs, bytes: outcome.bytes };
    case 'lost':
      return { outcome: 'lost', totalMs };
  }
}
