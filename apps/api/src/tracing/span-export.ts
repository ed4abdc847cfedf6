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
/** Characters of one attribute at most: names of models come from clients. */
const maxValueLength = 256;
/** Milliseconds that spans wait for others to go out with. */
const gatherMs = 1000;
/** Milliseconds that the collector has to take them, tries again included. The end of the process waits as long for the last ones. */
const exportMs = 3000;

/** The way of spans to their collector: sampled, gathered, sent over OTLP. What the collector does not take is lost, and nothing else. */
export class SpanExport {
  readonly tracer: Tracer;
  readonly #provider: TracerProvider;

  constructor({ endpoint, sample }: TracingSettings, log: Logger) {
    // Failures are told in this service's own log.
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
      // Any client may say that its trace is recorded: that alone does not make this service record more than it is to.
      sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
      spanLimits: { attributeValueLengthLimit: maxValueLength },
      resource: resourceFromAttributes({ 'service.name': name, 'service.version': serviceVersion() }).merge(
        detectResources({ detectors: [envDetector] }),
      ),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: gatherMs })],
    });
    this.tracer = this.#provider.getTracer(name, serviceVersion());
  }

  /** Sends what is left. Never rejects. */
  async close(): Promise<void> {
    // The log was told why, if that fails.
    await this.#provider.shutdown().catch(() => undefined);
  }
}
