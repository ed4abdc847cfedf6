import { diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingSettings } from '../config/settings/tracing-settings.js';
import { serviceVersion } from '../openapi/service-version.js';
import { LoggingSpanExporter } from './logging-span-exporter.js';

const name = 'model-response-service';
/** Maximum length of an attribute in characters, because clients choose model names. */
const maxValueLength = 256;
/** Batching delay of spans in milliseconds. */
const batchDelayMs = 1000;
/** Export timeout in milliseconds, including retries. The end of the process waits as long for the last spans. */
const exportMs = 3000;

/**
 * Exports spans to their collector: sampled, batched, sent over OTLP. Spans that the collector does not accept are
 * lost, and nothing else.
 */
export class SpanExport {
  readonly tracer: Tracer;
  readonly #provider: TracerProvider;

  constructor({ endpoint, sample }: TracingSettings, log: Logger) {
    // Failures appear in the service's own log.
    diag.disable();
    const exporter = new LoggingSpanExporter(
      new OTLPTraceExporter({
        timeoutMillis: exportMs,
        ...(endpoint === undefined ? {} : { url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
      log,
    );
    const share = new TraceIdRatioBasedSampler(sample);
    this.#provider = new TracerProvider({
      // Any client may claim that its trace is recorded: that alone does not make this service exceed its sampling
      // rate.
      sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
      spanLimits: { attributeValueLengthLimit: maxValueLength },
      resource: resourceFromAttributes({ 'service.name': name, 'service.version': serviceVersion() }).merge(
        detectResources({ detectors: [envDetector] }),
      ),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: batchDelayMs })],
    });
    this.tracer = this.#provider.getTracer(name, serviceVersion());
  }

  /** Sends the remaining spans. Never rejects. */
  async close(): Promise<void> {
    // The log already has the reason, if that fails.
    await this.#provider.shutdown().catch(() => undefined);
  }
}
