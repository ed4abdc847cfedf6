import { type Ingestion, type JobSettings, type VectorStoreStore } from '@org/engine';

/** Why an ingestion ends before its file is read. */
export type IngestionStop = 'lost' | 'stopping';

/** The hold on a file while this process reads it: heartbeats, and the signal that ends the work. */
export class IngestionRun {
  readonly ingestion: Ingestion;
  readonly #store: Pick<VectorStoreStore, 'extendIngestion'>;
  readonly #settings: Pick<JobSettings, 'leaseMs'>;
  readonly #abort = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  #stop: IngestionStop | undefined;

  constructor(
    ingestion: Ingestion,
    store: Pick<VectorStoreStore, 'extendIngestion'>,
    settings: Pick<JobSettings, 'leaseMs' | 'heartbeatMs'>,
  ) {
    this.ingestion = ingestion;
    this.#store = store;
    this.#settings = settings;
    this.#heartbeat = setInterval(() => void this.#extend(), settings.heartbeatMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stopReason(): IngestionStop | undefined {
    return this.#stop;
  }

  stop(reason: IngestionStop): void {
    this.#stop ??= reason;
    this.#abort.abort();
  }

  /** Ends the heartbeats. */
  close(): void {
    clearInterval(this.#heartbeat);
  }

  /** A store that is down for a moment loses the lease at most: the write at the end tells. */
  async #extend(): Promise<void> {
    const isHeld = await this.#store.extendIngestion(this.ingestion, this.#settings.leaseMs).catch(() => true);
    if (!isHeld) this.stop('lost');
  }
}
