import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type ExportDone = Parameters<SpanExporter['export']>[1];

/** Interval between warnings about an unreachable collector, in milliseconds. */
const warningIntervalMs = 60_000;
/** Characters of the reason. */
const maxReasonLength = 200;

/** Sends spans through another exporter, and logs when they do not arrive. */
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
      // 0 is success; the constant for it is in a separate package.
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
    if (performance.now() - this.#warnedAt < warningIntervalMs) return;
    this.#log.warn(
      { lost: this.#lost, reason: error?.message.slice(0, maxReasonLength) },
      'failed to send spans to the collector',
    );
    this.#warnedAt = performance.now();
    this.#lost = 0;
  }
}
