import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { McpServerPool } from '@org/hosted-tools';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { ConfiguredModels } from '../engine/configured-models.js';
import { CONFIG, LOG, MCP_SERVERS } from '../engine/tokens.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import type { SpanExport } from './span-export.js';

/** Records spans of requests, model runs and MCP calls, if the configuration enables it. */
@Injectable()
export class Tracing implements OnApplicationBootstrap, OnApplicationShutdown {
  #spans: SpanExport | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(LOG) private readonly log: Logger,
    @Inject(ConfiguredModels) private readonly models: ConfiguredModels,
    @Inject(ActiveRequests) private readonly open: ActiveRequests,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(MCP_SERVERS) private readonly mcpServers: McpServerPool | undefined,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { tracing } = this.config;
    if (tracing === undefined) return;
    // The libraries are loaded only where something is recorded.
    const [{ SpanExport: Export }, { RequestSpans }, { RunSpan }, { recordMcpRequest }] = await Promise.all([
      import('./span-export.js'),
      import('./request-spans.js'),
      import('./run-span.js'),
      import('./record-mcp-request.js'),
    ]);
    const spans = new Export(tracing, this.log);
    this.#spans = spans;
    const requests = new RequestSpans(spans.tracer);
    this.open.listen((requestContext) => requests.start(requestContext));
    this.outcomes.listen((requestContext, facts) => requests.end(requestContext, facts));
    this.models.watch((run) => new RunSpan(spans.tracer, run, this.models.kindOf(run.pattern)));
    this.mcpServers?.listen((record) => recordMcpRequest(spans.tracer, record));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#spans?.close();
  }
}
