import type { GenerationEvent } from '../model/generation-event.js';
import type { Usage } from '../model/usage.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { TraceContext } from '../ports/trace-context.js';

/** A run of a language model that is about to start. */
export interface NewRun {
  /** The route that matched the language model: a name or a pattern of the configuration, never the client's input. */
  readonly pattern: string;
  /** What the model is to do, by OpenTelemetry's names. Absent: `chat`. */
  readonly operation?: 'chat' | 'embeddings' | 'rerank';
  readonly request: Pick<GenerationRequest, 'model' | 'limits' | 'sampling'>;
  readonly context: Pick<RunContext, 'requestId' | 'trace' | 'nonStreaming' | 'logFields'>;
}

/** Observes one run from the first read of its stream to its end. */
export interface RunWatch {
  /** Trace context sent to upstreams, overriding that of the run context. Absent: upstreams receive the latter. */
  readonly trace?: TraceContext;
  push(event: GenerationEvent): void;
  /** A call without a stream has its result. `end` follows. */
  complete(usage: Usage): void;
  /** It failed. `end` follows. */
  fail(thrown: unknown): void;
  /**
   * Called once when the run completes, fails, or is abandoned by its reader. Not called for a stream that was never
   * read.
   */
  end(): void;
}

/** Returns the watcher of a run. Called before the run starts. */
export type WatchRun = (run: NewRun) => RunWatch | undefined;

/** Lets all `watchers` observe each run. Upstreams receive the trace of the last watcher that has its own. */
export function combineWatchers(watchers: readonly WatchRun[]): WatchRun {
  const [only] = watchers;
  if (only !== undefined && watchers.length === 1) return only;
  return (run) => {
    const watches = watchers.flatMap((watch) => watch(run) ?? []);
    const trace = watches.findLast((watch) => watch.trace !== undefined)?.trace;
    return {
      ...(trace === undefined ? {} : { trace }),
      push(event) {
        for (const watch of watches) watch.push(event);
      },
      complete(usage) {
        for (const watch of watches) watch.complete(usage);
      },
      fail(thrown) {
        for (const watch of watches) watch.fail(thrown);
      },
      end() {
        for (const watch of watches) watch.end();
      },
    };
  };
}
