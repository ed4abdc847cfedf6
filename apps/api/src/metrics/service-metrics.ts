// Prometheus metrics of the service. Names follow OpenTelemetry's conventions where they exist; no label contains
// client input.
import { type RunReport } from './run-meter.js';
import type { HostedCallRecord, McpRequestRecord } from '@org/hosted-tools';
import type { ModelMemory, ResidentModelStatus } from '@org/llama';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BuiltModel } from '../engine/build-models.js';
import { errorTypeOfMcpRequest } from '../request-context/error-type-of-mcp-request.js';
import type { IngestionRecord } from '../vector-stores/ingestion-worker.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { RequestFacts } from '../request-context/log-outcome.js';
import { knownMethod } from '../request-context/known-method.js';
import { addStateGauges, type StateSources } from './add-state-gauges.js';

/** Sources read when metrics are scraped. */
export interface MetricSources extends StateSources {
  /** Requests in progress. */
  active(): number;
  models(): readonly BuiltModel[];
  /** By the limit of a key that was reached. */
  rejections(): ReadonlyMap<string, number>;
  readonly memory: Pick<ModelMemory, 'limit' | 'status'>;
}

const httpBuckets = [0.01, 0.05, 0.25, 1, 5, 20, 80];
/** As the conventions for generative models have them. */
const modelBuckets = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
const breakerStates = ['closed', 'half-open', 'open', 'backing-off'] as const;

export class ServiceMetrics {
  readonly #registry = new Registry();
  readonly #http: Histogram<'http_request_method' | 'http_route' | 'http_response_status_code' | 'dialect'>;
  readonly #duration: Histogram<'gen_ai_operation_name' | 'gen_ai_request_model' | 'error_type'>;
  readonly #firstChunk: Histogram<'gen_ai_operation_name' | 'gen_ai_request_model'>;
  readonly #mcpServers: Histogram<'mcp_method_name' | 'server' | 'error_type'>;
  readonly #ingestions: Histogram<'outcome'>;
  readonly #hostedCalls: Histogram<'gen_ai_tool_name' | 'error_type'>;
  readonly #tokens: readonly {
    readonly counter: Counter<'gen_ai_request_model'>;
    readonly of: 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens';
  }[];

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#http = new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'dialect'],
      buckets: httpBuckets,
      registers,
    });
    this.#duration = new Histogram({
      name: 'gen_ai_client_operation_duration_seconds',
      help: 'Duration of one model operation, by the name or pattern in the configuration.',
      labelNames: ['gen_ai_operation_name', 'gen_ai_request_model', 'error_type'],
      buckets: modelBuckets,
      registers,
    });
    this.#firstChunk = new Histogram({
      name: 'gen_ai_client_operation_time_to_first_chunk_seconds',
      help: 'Time to the first chunk of a model operation, queueing and other backends included.',
      labelNames: ['gen_ai_operation_name', 'gen_ai_request_model'],
      buckets: modelBuckets,
      registers,
    });
    this.#mcpServers = new Histogram({
      name: 'mcp_client_operation_duration_seconds',
      help: 'Duration of an MCP operation (listing tools or calling a tool), queueing included.',
      labelNames: ['mcp_method_name', 'server', 'error_type'],
      buckets: httpBuckets,
      registers,
    });
    this.#ingestions = new Histogram({
      name: 'file_ingestion_duration_seconds',
      help: 'Duration of an attempt to make a file of a vector store searchable.',
      labelNames: ['outcome'],
      buckets: httpBuckets,
      registers,
    });
    this.#hostedCalls = new Histogram({
      name: 'gen_ai_execute_tool_duration_seconds',
      help: 'Duration of a call of a hosted tool that the service runs, by the function that the model called.',
      labelNames: ['gen_ai_tool_name', 'error_type'],
      buckets: httpBuckets,
      registers,
    });
    const tokens = (name: string, help: string): Counter<'gen_ai_request_model'> =>
      new Counter({
        name: `gen_ai_client_inference_usage_${name}_tokens_total`,
        help,
        labelNames: ['gen_ai_request_model'],
        registers,
      });
    this.#tokens = [
      { counter: tokens('input', 'Tokens of prompts, cached ones included.'), of: 'inputTokens' },
      { counter: tokens('output', 'Tokens that were generated, reasoning included.'), of: 'outputTokens' },
      {
        counter: tokens('cache_read_input', 'Tokens of prompts that were read from a cache.'),
        of: 'cachedInputTokens',
      },
      {
        counter: tokens('cache_write_input', 'Tokens of prompts that were written to a cache.'),
        of: 'cacheWriteTokens',
      },
      { counter: tokens('reasoning_output', 'Tokens of reasoning.'), of: 'reasoningTokens' },
    ];
    addGauges(registers, sources);
    addMemoryGauges(registers, sources);
    addRejections(registers, sources);
    addStateGauges(registers, sources);
  }

  /** MIME type of the text. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All figures in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Counts a request and its reply. */
  countRequest({ log, dialect }: RequestContext, { method, route, status }: RequestFacts): void {
    const labels = {
      http_request_method: knownMethod(method),
      http_route: route ?? 'unmatched',
      http_response_status_code: status,
      dialect,
    };
    this.#http.observe(labels, (performance.now() - log.startedAt) / 1000);
  }

  /** Counts a request to an MCP server. Servers that clients name by URL share one name. */
  countMcpRequest(record: McpRequestRecord): void {
    const { operation, server, configured, totalMs } = record;
    this.#mcpServers.observe(
      {
        mcp_method_name: `tools/${operation}`,
        server: configured === true ? server : '_OTHER',
        error_type: errorTypeOfMcpRequest(record),
      },
      totalMs / 1000,
    );
  }

  /** Counts an attempt to make a file searchable. */
  countIngestion({ outcome, totalMs }: IngestionRecord): void {
    this.#ingestions.observe({ outcome }, totalMs / 1000);
  }

  /** Counts a call of a hosted tool. */
  countHostedCall({ name, outcome, code, totalMs }: HostedCallRecord): void {
    this.#hostedCalls.observe(
      { gen_ai_tool_name: name, error_type: outcome === 'completed' ? '' : (code ?? outcome) },
      totalMs / 1000,
    );
  }

  /** Counts a run of a model of any purpose: a reply, a background response, a batch. */
  countRun({ pattern, operation, seconds, firstEventSeconds, usage, error }: RunReport): void {
    const labels = { gen_ai_operation_name: operation, gen_ai_request_model: pattern };
    this.#duration.observe({ ...labels, error_type: error ?? '' }, seconds);
    if (firstEventSeconds !== undefined) this.#firstChunk.observe(labels, firstEventSeconds);
    if (usage === undefined) return;
    for (const { counter, of } of this.#tokens) counter.inc({ gen_ai_request_model: pattern }, usage[of]);
  }
}

function addGauges(registers: Registry[], { active, models }: MetricSources): void {
  const backends = (): readonly {
    model: string;
    backend: string;
    running: number;
    waiting: number;
    status: string;
  }[] =>
    models().flatMap(({ settings, group }) =>
      (group?.status() ?? []).map(({ name, ...status }) => ({ model: settings.name, backend: name, ...status })),
    );
  const perBackend = (
    name: string,
    help: string,
    valueOf: (status: { running: number; waiting: number }) => number,
  ): Gauge<'model' | 'backend'> =>
    new Gauge({
      name,
      help,
      labelNames: ['model', 'backend'],
      registers,
      collect() {
        this.reset();
        for (const status of backends()) this.set({ model: status.model, backend: status.backend }, valueOf(status));
      },
    });
  perBackend('upstream_requests_running', 'Requests that run on a backend.', ({ running }) => running);
  perBackend('upstream_requests_waiting', 'Requests that wait for a backend.', ({ waiting }) => waiting);
  void new Gauge({
    name: 'upstream_breaker_state',
    help: 'State of the circuit breaker of a backend: 1 for its current state.',
    labelNames: ['model', 'backend', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { model, backend, status } of backends())
        for (const state of breakerStates) this.set({ model, backend, state }, state === status ? 1 : 0);
    },
  });
  void new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(active());
    },
  });
}

/** Memory metrics of the local models. */
function addMemoryGauges(registers: Registry[], { memory }: MetricSources): void {
  const perModel = (
    Metric: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    valueOf: (status: ResidentModelStatus) => number,
  ): Gauge<'model'> | Counter<'model'> =>
    new Metric({
      name,
      help,
      labelNames: ['model'],
      registers,
      collect() {
        this.reset();
        for (const status of memory.status()) this.inc({ model: status.name }, valueOf(status));
      },
    });
  perModel(
    Gauge,
    'local_model_loaded',
    'Loaded instances of a local model: 0 or 1, or more where several backends share its name.',
    ({ state }) => (state === 'loaded' ? 1 : 0),
  );
  perModel(
    Gauge,
    'local_model_memory_bytes',
    'Memory that the service counts for a local model; 0 when it is unloaded.',
    ({ state, bytes }) => (state === 'unloaded' ? 0 : bytes),
  );
  perModel(Gauge, 'local_model_requests_running', 'Requests that use a local model.', ({ users }) => users);
  perModel(
    Gauge,
    'local_model_requests_waiting',
    'Requests that wait until a local model is loaded.',
    ({ waiting }) => waiting,
  );
  perModel(Counter, 'local_model_loads_total', 'Loads of a local model, failures included.', ({ loads }) => loads);
  perModel(
    Counter,
    'local_model_load_failures_total',
    'Failed loads of a local model.',
    ({ failedLoads }) => failedLoads,
  );
  if (Number.isFinite(memory.limit))
    new Gauge({
      name: 'local_models_memory_limit_bytes',
      help: 'Memory limit of all loaded models together.',
      registers,
    }).set(memory.limit);
}

function addRejections(registers: Registry[], { rejections }: MetricSources): void {
  void new Counter({
    name: 'key_limit_rejections_total',
    help: 'Requests that the service rejected because their key had reached a limit.',
    labelNames: ['limit'],
    registers,
    collect() {
      this.reset();
      for (const [limit, count] of rejections()) this.inc({ limit }, count);
    },
  });
}
