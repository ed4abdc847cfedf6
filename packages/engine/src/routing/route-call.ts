import { type EngineError, toEngineError } from '../errors/engine-error.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { RetrievalContext } from '../ports/embedding-model.js';
import type { Admission, Admitted } from './admission.js';
import type { Slot } from './slot.js';

/** Through what a call reaches the backends of a group. */
export interface CallRoutes {
  readonly admission: Admission;
  /** Maximum retries of one call. */
  readonly retries: number;
  /** Takes one retry of the budget; false: none is left. */
  readonly spendRetry: () => boolean;
}

/**
 * Runs a call that has one result instead of a stream on a backend with free capacity. A call that fails because of its
 * backend is retried on another one, within the limits of `routes`. Throws the last failure.
 */
export async function routeCall<Result>(
  { admission, retries, spendRetry }: CallRoutes,
  { signal, logFields }: RetrievalContext,
  call: (languageModel: LanguageModel) => Promise<Result>,
): Promise<Result> {
  const tried = new Set<Slot>();
  let failure: EngineError | undefined;
  for (let retried = 0; ; retried += 1) {
    const { slot, run }: Admitted = await admission.enter({ tried, signal }).catch((thrown: unknown) => {
      // The failure of a backend is more informative than the error that no other one is available.
      throw signal.aborted ? thrown : (failure ?? thrown);
    });
    if (logFields !== undefined) logFields.backend = slot.name;
    const startedAt = performance.now();
    try {
      const result = await call(slot.backend.languageModel);
      run.started();
      run.completed();
      admission.recordDuration((performance.now() - startedAt) / 1000);
      return result;
    } catch (thrown) {
      failure = toEngineError(thrown);
      if (signal.aborted) throw failure;
      const judgement = run.failed(failure);
      tried.add(slot);
      const shouldRetry = judgement !== 'request' && judgement !== 'client' && retried < retries;
      if (!shouldRetry || admission.retryTarget(tried, false) === undefined || !spendRetry()) throw failure;
    } finally {
      run.release();
    }
  }
}
