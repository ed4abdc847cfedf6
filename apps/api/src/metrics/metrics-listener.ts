import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Store } from '@org/engine';
import { RunMeter } from './run-meter.js';
import type { McpServerPool, ObservedHostedTools } from '@org/hosted-tools';
import type { Logger } from 'pino';
import { ConfigError } from '../config/checks/config-error.js';
import type { ServiceConfig } from '../config/service-config.js';
import { systemReason } from '../config/system-reason.js';
import { ConfiguredModels } from '../engine/configured-models.js';
import { CONFIG, HOSTED_TOOLS, LOG, STORE, MCP_SERVERS } from '../engine/tokens.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import { Readiness } from '../health/readiness.js';
import { OpenConnections } from '../http/connections/open-connections.js';
import { KeyLimits } from '../limits/key-limits.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { IngestionWorker } from '../vector-stores/ingestion-worker.js';
import { StoreCapacity } from '../storage/store-capacity.js';
import { ResponseSockets } from '../websocket/response-sockets.js';
import { ServiceMetrics } from './service-metrics.js';

const path = '/metrics';
/** Sufficient for a few scrapers; idle connections do not block others for long. */
const maxConnections = 32;
const timeoutMs = 10_000;

/**
 * Serves the metrics on a separate address, so that no key of the API grants access and no route of the API leads to
 * them.
 */
@Injectable()
export class MetricsListener implements OnApplicationBootstrap, OnApplicationShutdown {
  #server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(LOG) private readonly log: Logger,
    @Inject(ConfiguredModels) private readonly models: ConfiguredModels,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(ActiveRequests) private readonly open: ActiveRequests,
    @Inject(KeyLimits) private readonly limits: KeyLimits,
    @Inject(MemoryBudget) private readonly memoryBudget: MemoryBudget,
    @Inject(MCP_SERVERS) private readonly mcpServers: McpServerPool | undefined,
    @Inject(HOSTED_TOOLS) private readonly hostedTools: ObservedHostedTools,
    @Inject(IngestionWorker) private readonly ingestions: IngestionWorker,
    @Inject(STORE) private readonly store: Store,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(ResponseSockets) private readonly sockets: ResponseSockets,
    @Inject(OpenConnections) private readonly clientConnections: OpenConnections,
    @Inject(StoreCapacity) private readonly capacity: StoreCapacity,
  ) {}

  /** URL of the metrics, once they are served. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address === undefined || address === null
      ? undefined
      : `http://${isIPv6(address.address) ? `[${address.address}]` : address.address}:${address.port}${path}`;
  }

  /** Throws a ConfigError when it cannot listen on the address. */
  async onApplicationBootstrap(): Promise<void> {
    const { metrics: settings } = this.config;
    if (settings === undefined) return;
    const metrics = new ServiceMetrics({
      active: () => this.open.count,
      models: () => this.models.models,
      memory: this.models.memory,
      rejections: () => this.limits.rejections,
      readiness: () => this.readiness.report(),
      jobs: () => this.store.countJobs(),
      ingestions: () => this.store.countIngestions(),
      containers: () => this.hostedTools.runningContainers,
      connections: () => this.sockets.count,
      clientConnections: this.clientConnections,
      requestMemory: this.memoryBudget,
      storedBytes: () => this.store.sumStoredBytes(),
      freeDiskBytes: async () => (await this.capacity.measure()).freeDiskBytes,
      configured: () => this.models.upToDate,
    });
    this.outcomes.listen((requestContext, facts) => metrics.countRequest(requestContext, facts));
    this.models.watch((run) => new RunMeter(run, (report) => metrics.countRun(report)));
    this.mcpServers?.listen((record) => metrics.countMcpRequest(record));
    this.ingestions.listen((record) => metrics.countIngestion(record));
    this.hostedTools.listen((record) => metrics.countHostedCall(record));
    const server = createServer(
      { requestTimeout: timeoutMs, headersTimeout: timeoutMs, keepAliveTimeout: timeoutMs },
      (request, response) => {
        reply(metrics, request, response).catch((error: unknown) => {
          this.log.warn({ err: error }, 'failed to collect the metrics');
          response.destroy();
        });
      },
    );
    server.maxConnections = maxConnections;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: Error) =>
        reject(
          new ConfigError(
            `metrics: the service cannot listen on ${settings.host} port ${settings.port}: ${systemReason(error)}`,
          ),
        ),
      );
      server.listen(settings.port, settings.host, resolve);
    });
    this.#server = server;
    this.log.info({ url: this.url }, 'metrics');
  }

  async onApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function reply(
  metrics: ServiceMetrics,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url?.split('?')[0] !== path) {
    response.writeHead(404).end();
  } else if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else {
    const text = await metrics.text();
    response
      .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .end(method === 'HEAD' ? undefined : text);
  }
}
