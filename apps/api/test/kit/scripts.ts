// Scripted responses for tests that are about HTTP and not about models.
import type { GenerationEvent, GenerationRequest, LanguageModel } from '@org/engine';
import { buildResult, createScriptedModel, replay, type ScriptStep } from '@org/engine/testing';

/** Returns the events of a response with `text` alone, in deltas of four characters. */
export function textResponse(text: string): readonly GenerationEvent[] {
  return [...replay(buildResult([text]), 4)];
}

/** Plays the same steps for every request. */
export function scriptedModel(...steps: readonly ScriptStep[]): LanguageModel {
  return createScriptedModel({ id: 'scripted', script: steps });
}

/** Emits `events` and calls `then` before the last of them, regardless of aborts. */
export function beforeTheEnd(then: () => void, events: readonly GenerationEvent[]): LanguageModel {
  const inner = scriptedModel();
  return {
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate() {
      yield* events.slice(0, -1);
      then();
      yield* events.slice(-1);
    },
  };
}

/** A language model that never proceeds by itself and records the outcome of its runs. */
export interface ObservedModel extends LanguageModel {
  readonly started: readonly GenerationRequest[];
  /** Milliseconds of `performance.now()` at which each run saw its abort. */
  readonly abortedAt: readonly number[];
}

/** Yields `first`, then waits for the abort of the request. */
export function hangingModel(first: readonly GenerationEvent[] = []): ObservedModel {
  const started: GenerationRequest[] = [];
  const abortedAt: number[] = [];
  const inner = scriptedModel();
  return {
    started,
    abortedAt,
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate(request, { signal }) {
      started.push(request);
      yield* first;
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      abortedAt.push(performance.now());
      throw new DOMException('aborted', 'AbortError');
    },
  };
}
