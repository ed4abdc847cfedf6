import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { McpServerPool, ObservedHostedTools } from '@org/hosted-tools';
import type { Logger } from 'pino';
import { ConfigError } from '../config/checks/config-error.js';
import type { ServiceConfig } from '../config/service-config.js';
import { ConfiguredModels } from '../engine/configured-models.js';
import { CONFIG, HOSTED_TOOLS, LOG, MCP_SERVERS } from '../engine/tokens.js';
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
    @Inject(HOSTED_TOOLS) private readonly hostedTools: ObservedHostedTools,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { tracing } = this.config;
    if (tracing === undefined) return;
    const [{ SpanExport: Export }, { RequestSpans }, { RunSpan }, { recordMcpRequest }, { recordHostedCall }] =
      await loadLibraries().catch(asConfigError);
    const spans = new Export(tracing, this.log);
    this.#spans = spans;
    const requests = new RequestSpans(spans.tracer);
    this.open.listen((requestContext) => requests.start(requestContext));
    this.outcomes.listen((requestContext, facts) => requests.end(requestContext, facts));
    this.models.watch((run) => new RunSpan(spans.tracer, run, this.models.kindOf(run.pattern)));
    this.mcpServers?.listen((record) => recordMcpRequest(spans.tracer, record));
    this.hostedTools.listen((record) => recordHostedCall(spans.tracer, record));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#spans?.close();
  }
}

/** The libraries are loaded only where something is recorded. */
function loadLibraries() {
  return Promise.all([
    import('./span-export.js'),
    import('./request-spans.js'),
    import('./run-span.js'),
    import('./record-mcp-request.js'),
    import('./record-hosted-call.js'),
  ]);
}

/** The libraries are optional dependencies: an installation without traces runs without them. */
function asConfigError(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    throw new ConfigError(
      'tracing needs the packages of OpenTelemetry, which are not installed. In the folder of the service, this command installs them: npx --yes pnpm install',
      { cause: error },
    );
  throw error;
}
