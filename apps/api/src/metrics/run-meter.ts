import type { ErrorCode } from '@org/engine';
import { toEngineError } from '@org/engine';
import type { GenerationEvent } from '@org/engine';
import type { Usage } from '@org/engine';
import type { NewRun, RunWatch } from '@org/engine';

/** Result of one run of a language model. Contains no message content. */
export interface RunReport {
  /** The route that matched the language model: a name or a pattern of the configuration, never the client's input. */
  readonly pattern: string;
  readonly operation: NonNullable<NewRun['operation']>;
  /** Seconds from the first read of the stream to its end. */
  readonly seconds: number;
  /** Until the first event; absent when there was none. */
  readonly firstEventSeconds?: number;
  /** Absent when no usage was counted. */
  readonly usage?: Usage;
  /** Error of the run; `cancelled` when the client disconnected. Absent: the completion is complete. */
  readonly error?: ErrorCode;
}

/** Watches one run and reports its result at the end. */
export class RunMeter implements RunWatch {
  readonly #startedAt = performance.now();
  #firstEventSeconds: number | undefined;
  #usage: Usage | undefined;
  #error: ErrorCode | undefined = 'cancelled';

  constructor(
    readonly run: Pick<NewRun, 'pattern' | 'operation'>,
    readonly onRun: (report: RunReport) => void,
  ) {}

  push(event: GenerationEvent): void {
    switch (event.type) {
      case 'generation-end':
        this.#usage = event.usage;
        this.#error = undefined;
        return;
      case 'generation-usage':
        this.#usage = event.usage;
        return;
      case 'generation-start':
        this.#firstEventSeconds = this.#seconds();
        return;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        return;
    }
  }

  complete(usage: Usage): void {
    this.#usage = usage;
    this.#error = undefined;
  }

  fail(thrown: unknown): void {
    this.#error = toEngineError(thrown).code;
  }

  end(): void {
    this.onRun({
      pattern: this.run.pattern,
      operation: this.run.operation ?? 'chat',
      seconds: this.#seconds(),
      ...(this.#firstEventSeconds === undefined ? {} : { firstEventSeconds: this.#firstEventSeconds }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    });
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}
