import type { IngestionCounts, JobCounts, StoredBytes } from '@org/engine';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MemoryBudget } from '../limits/memory-budget.js';
import type { ReadinessReport } from '../health/readiness.js';

/** Sources of the service state, read when metrics are scraped. */
export interface StateSources {
  readiness(): Promise<ReadinessReport>;
  /** Of all replicas. */
  jobs(): Promise<JobCounts>;
  /** Of all replicas. */
  ingestions(): Promise<IngestionCounts>;
  /** Containers with processes; undefined where no code runs. */
  containers(): number | undefined;
  /** Open WebSocket connections. */
  connections(): number;
  /** Open connections of clients, and how many the service closed because of their limits. */
  readonly clientConnections: { readonly count: number; readonly closed: number };
  /** Memory of the requests in progress, and of those that wait for it. */
  readonly requestMemory: Pick<MemoryBudget, 'usedBytes' | 'waiting'>;
  /** Bytes of all owners by kind. */
  storedBytes(): Promise<StoredBytes>;
  /** Free bytes of the disk of the store, where the service can see it. */
  freeDiskBytes(): Promise<number | undefined>;
  /** Whether the configuration that was read last is the active one. */
  configured(): boolean;
}

/** Adds the metrics for alerts. None of them prevents the other metrics from being read. */
export function addStateGauges(
  registers: Registry[],
  {
    readiness,
    jobs,
    ingestions,
    containers,
    connections,
    clientConnections,
    requestMemory,
    storedBytes,
    freeDiskBytes,
    configured,
  }: StateSources,
): void {
  void new Gauge({
    name: 'service_ready',
    help: 'Whether the service is ready, and each part that it needs: 1, or 0.',
    labelNames: ['part'],
    registers,
    async collect() {
      const { status, store, models } = await readiness();
      this.set({ part: 'all' }, status === 'ready' ? 1 : 0);
      this.set({ part: 'store' }, store === 'failing' ? 0 : 1);
      this.set({ part: 'store_space' }, store === 'ok' ? 1 : 0);
      this.set({ part: 'models' }, models === 'failing' ? 0 : 1);
    },
  });
  void new Gauge({
    name: 'background_jobs',
    help: 'Background responses and batches of all replicas that have not ended.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      // An unreachable store is not queried a second time.
      const counts = (await readiness()).store !== 'failing' ? await jobs().catch(() => undefined) : undefined;
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
  const countsAtScrape = onceAtATime(async () =>
    (await readiness()).store === 'failing' ? undefined : ingestions().catch(() => undefined),
  );
  void new Gauge({
    name: 'file_ingestions',
    help: 'Files of vector stores, of all replicas, that are not searchable yet.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await countsAtScrape();
      this.reset();
      if (counts === undefined) return;
      this.set({ state: 'queued' }, counts.queued);
      this.set({ state: 'running' }, counts.running);
    },
  });
  void new Gauge({
    name: 'file_ingestion_oldest_seconds',
    help: 'Time since the oldest of them was attached, 0 without one.',
    registers,
    async collect() {
      const counts = await countsAtScrape();
      if (counts === undefined) this.remove();
      else this.set(counts.oldestAt === undefined ? 0 : Math.max(0, (Date.now() - counts.oldestAt) / 1000));
    },
  });
  void new Gauge({
    name: 'code_containers_running',
    help: 'Containers of code that have processes.',
    registers,
    collect() {
      const count = containers();
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  void new Gauge({
    name: 'websocket_connections',
    help: 'Open WebSocket connections.',
    registers,
    collect() {
      this.set(connections());
    },
  });
  void new Gauge({
    name: 'http_connections',
    help: 'Open connections of clients, WebSockets included.',
    registers,
    collect() {
      this.set(clientConnections.count);
    },
  });
  void new Counter({
    name: 'http_connections_closed_total',
    help: 'Connections that the service closed because connections had reached their limit.',
    registers,
    collect() {
      this.reset();
      this.inc(clientConnections.closed);
    },
  });
  void new Gauge({
    name: 'request_memory_bytes',
    help: 'Memory that the requests in progress have reserved.',
    registers,
    collect() {
      this.set(requestMemory.usedBytes);
    },
  });
  void new Gauge({
    name: 'request_memory_waiting',
    help: 'Requests that wait for memory.',
    registers,
    collect() {
      this.set(requestMemory.waiting);
    },
  });
  void new Gauge({
    name: 'stored_bytes',
    help: 'Bytes that all owners store, by kind of record.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      const bytes = (await readiness()).store === 'failing' ? undefined : await storedBytes().catch(() => undefined);
      for (const [kind, count] of Object.entries(bytes ?? {})) this.set({ kind }, count);
    },
  });
  void new Gauge({
    name: 'store_disk_free_bytes',
    help: 'Free bytes of the disk of a SQLite store.',
    registers,
    async collect() {
      const bytes = await freeDiskBytes();
      if (bytes === undefined) this.remove();
      else this.set(bytes);
    },
  });
  void new Gauge({
    name: 'configuration_up_to_date',
    help: 'Whether the service uses the configuration that it read last: 1, or 0 when it rejected it.',
    registers,
    collect() {
      this.set(configured() ? 1 : 0);
    },
  });
}

/** Gauges that are collected together share one result. */
function onceAtATime<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return async () => {
    running ??= read().finally(() => (running = undefined));
    return await running;
  };
}
