import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type ExportDone = Parameters<SpanExporter['export']>[1];

/** A collector that is gone is told of once in so many milliseconds. */
const quietMs = 60_000;
/** Characters of the reason. */
const maxReasonLength = 200;

/** Sends spans by another exporter, and tells the log when they do not arrive. */
export class LoggingSpanExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #log: Pick<Logger, 'warn'>;
  #warnedAt = -Infinity;
  #lost = 0;

  constructor(inner: SpanExporter, log: Pick<Logger, 'warn'>) {
    this.#inner = inner;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: ExportDone): void {
    this.#inner.export(spans, (result) => {
      // 0 is success; the library's own name for it stands in a package of its own.
      if (result.code !== 0) this.#warn(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#inner.forceFlush?.();
  }

  #warn(spans: number, error: Error | undefined): void {
    this.#lost += spans;
    if (performance.now() - this.#warnedAt < quietMs) return;
    this.#log.warn(
      { lost: this.#lost, reason: error?.message.slice(0, maxReasonLength) },
      'failed to send spans to the collector',
    );
    this.#warnedAt = performance.now();
    this.#lost = 0;
  }
}
