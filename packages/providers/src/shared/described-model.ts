import { setTimeout as sleep } from 'node:timers/promises';
import { readModelFacts, type ModelFacts } from './read-model-facts.js';

/** Milliseconds for which an upstream that gave no list is not asked for it again. */
export const listAgainAfter = 10_000;
/**
 * Maximum wait for the first query by callers that can continue without it, in milliseconds; later queries are never
 * awaited.
 */
export const listTimeoutMs = 500;

/** Users must not learn where the model runs. */
const unknown: ModelFacts = { ownedBy: 'upstream', createdAt: 0 };

/** Metadata of a model from its upstream's list: cached once known, and queried in the background until then. */
export class DescribedModel {
  #facts: ModelFacts | undefined;
  #pendingQuery: Promise<void> | undefined;
  #nextQueryAt = 0;
  /** Whether it has delayed a caller or returned no list. */
  #isSlow = false;

  /** `list`: requests the list as text; empty when the upstream rejects the request. */
  constructor(readonly list: () => Promise<string>) {}

  /** Returns only cached metadata for an upstream that is currently unavailable. */
  async find(model: string): Promise<ModelFacts> {
    if (this.#facts === undefined && performance.now() >= this.#nextQueryAt) {
      this.#pendingQuery ??= this.#ask(model).finally(() => (this.#pendingQuery = undefined));
    }
    if (this.#pendingQuery !== undefined && !this.#isSlow) await this.#waitFor(this.#pendingQuery);
    return this.#facts ?? unknown;
  }

  async #waitFor(pendingQuery: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const timedOut = sleep(listTimeoutMs, undefined, { signal: timer.signal }).then(
      () => (this.#isSlow = true),
      () => undefined,
    );
    await Promise.race([pendingQuery, timedOut]);
    timer.abort();
  }

  async #ask(model: string): Promise<void> {
    try {
      const list = await this.list();
      if (list !== '') {
        this.#facts = { ...unknown, ...readModelFacts(list, model) };
        return;
      }
    } catch {
      // The upstream is unreachable, broken, or has no list.
    }
    this.#isSlow = true;
    this.#nextQueryAt = performance.now() + listAgainAfter;
  }
}
