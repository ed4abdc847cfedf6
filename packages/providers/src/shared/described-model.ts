import { setTimeout as sleep } from 'node:timers/promises';
import { readModelFacts, type ModelFacts } from './read-model-facts.js';

/** Milliseconds for which an upstream that gave no list is not asked for it again. */
export const listAgainAfter = 10_000;
/** Milliseconds that somebody who can do without the answer waits for the first question; for a later one nobody does. */
export const listTimeoutMs = 500;

/** Where it runs is nobody's business who may use it. */
const unknown: ModelFacts = { ownedBy: 'upstream', createdAt: 0 };

/** What an upstream's list of models says of one of them: remembered once known, and asked for in the background while it is not. */
export class DescribedModel {
  #facts: ModelFacts | undefined;
  #asking: Promise<void> | undefined;
  #askAgainAt = 0;
  /** It has kept somebody waiting, or gave no list. */
  #isSlow = false;

  /** `list`: asks for the list, as text; empty when the upstream refuses to give one. */
  constructor(readonly list: () => Promise<string>) {}

  /** Says nothing that is not known yet of an upstream that cannot be asked now. */
  async find(model: string): Promise<ModelFacts> {
    if (this.#facts === undefined && performance.now() >= this.#askAgainAt) {
      this.#asking ??= this.#ask(model).finally(() => (this.#asking = undefined));
    }
    if (this.#asking !== undefined && !this.#isSlow) await this.#waitFor(this.#asking);
    return this.#facts ?? unknown;
  }

  async #waitFor(asking: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const timedOut = sleep(listTimeoutMs, undefined, { signal: timer.signal }).then(
      () => (this.#isSlow = true),
      () => undefined,
    );
    await Promise.race([asking, timedOut]);
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
      // Gone, broken, or no list.
    }
    this.#isSlow = true;
    this.#askAgainAt = performance.now() + listAgainAfter;
  }
}
