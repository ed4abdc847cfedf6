import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { TraceContext } from '../ports/trace-context.js';

/** A run of a generator that is about to begin. */
export interface NewRun {
  /** The route that led to the generator: a name or a pattern of the configuration, never what the client wrote. */
  readonly pattern: string;
  readonly request: GenerationRequest;
  readonly context: RunContext;
}

/** Sees one run from the first look at its stream to its end. */
export interface RunWatch {
  /** What upstreams are told of the trace in the place of what the context says. Absent: they are told that. */
  readonly trace?: TraceContext;
  push(event: GenerationEvent): void;
  /** It failed. `end` follows. */
  fail(thrown: unknown): void;
  /** It is over: whole, failed, or left by its reader. Called once, and not for a stream that nobody looked at. */
  end(): void;
}

/** Says who watches a run. Called before the run begins. */
export type WatchRun = (run: NewRun) => RunWatch | undefined;

/** Lets all of `watchers` watch each run. The last of those with a trace of their own tells upstreams. */
export function watchTogether(watchers: readonly WatchRun[]): WatchRun {
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
      fail(thrown) {
        for (const watch of watches) watch.fail(thrown);
      },
      end() {
        for (const watch of watches) watch.end();
      },
    };
  };
}
