import type { EngineError, GenerationEvent, RunLogFields, Usage, Warning } from '@org/engine';

/** Fields of the request log line beyond the basic HTTP facts. Never contains any part of a prompt or a response. */
export class RequestLog implements RunLogFields {
  readonly startedAt = performance.now();
  pattern?: string;
  backend?: string;
  isQueued?: boolean;
  fallbacks?: string[];
  /** The name that the client asked for. */
  model?: string;
  stream?: boolean;
  /** Id of the response that the request creates or cancels. */
  responseId?: string;
  /** Milliseconds from the request's arrival to the first generated token. */
  firstTokenMs?: number;
  usage?: Usage;
  warnings?: readonly Warning[];
  /** The failure, or how the client disconnected. */
  failure?: EngineError;
  clientAbort?: boolean;

  /** Records log fields of a running response: time to first token, and the number of warnings. */
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
