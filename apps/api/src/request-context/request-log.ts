import type { EngineError, GenerationEvent, RunLogFields, Usage, Warning } from '@org/engine';

/** What the log line of a request says beyond the plain facts of HTTP. Never anything of a prompt or an answer. */
export class RequestLog implements RunLogFields {
  readonly startedAt = performance.now();
  pattern?: string;
  backend?: string;
  isQueued?: boolean;
  /** The name that the client asked for. */
  model?: string;
  stream?: boolean;
  /** Milliseconds from the request's arrival to the first generated token. */
  firstTokenMs?: number;
  usage?: Usage;
  warnings?: readonly Warning[];
  /** Why it failed, or how the client left. */
  failure?: EngineError;
  clientAbort?: boolean;

  /** Keeps what the log says of an answer while it is made: time to the first token, and how many warnings. */
  recordEvent(event: GenerationEvent): void {
    switch (event.type) {
      case 'generation-start':
        this.warnings = event.warnings;
        return;
      case 'part-delta':
        this.firstTokenMs ??= Math.round(performance.now() - this.startedAt);
        return;
      case 'part-start':
      case 'part-end':
      case 'generation-end':
      case 'generation-usage':
        return;
    }
  }
}
