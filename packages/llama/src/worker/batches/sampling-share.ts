/**
 * How many times as long as an expensive choice of a token the others run before the next one. With 4, all expensive completions
 * together get at most a fifth of the time.
 */
const othersTimes = 4;
/** Number of inexpensive tokens in a row after which the grammars of an owner no longer count as expensive. */
const probation = 16;
/** Owners in memory; the one that was expensive longest ago is forgotten first. */
const maxOwners = 1_000;

/** A completion that waits for its next token. */
export interface Candidate {
  /** Owner of the grammar that constrains it; `undefined` without one. */
  readonly grammarOwner: string | undefined;
}

/**
 * Bounds the time that choosing tokens under expensive grammars takes from other completions. The engine follows all paths
 * through a grammar at once and cannot be interrupted meanwhile, and no batch starts before all tokens of the last one are
 * chosen. So a completion with an expensive grammar joins a batch only after the others had their time, one at a time. The
 * owner counts, not the completion, because a new completion could be expensive at once.
 */
export class SamplingShare {
  /** Inexpensive tokens that each owner still needs, the one that was expensive last at the end. */
  readonly #expensive = new Map<string, number>();
  /** Milliseconds that the others run before the next expensive completion. */
  #owedMs = 0;

  /**
   * Records one token of a grammar of `owner`: choosing it took `choiceMs`, and evaluating it `evaluationMs`. It is expensive when
   * the choice takes longer.
   */
  record(owner: string, choiceMs: number, evaluationMs: number): void {
    if (choiceMs > evaluationMs) {
      this.#expensive.delete(owner);
      this.#expensive.set(owner, probation);
      this.#owedMs = Math.max(this.#owedMs, othersTimes * choiceMs);
      const [oldest] = this.#expensive.keys();
      if (this.#expensive.size > maxOwners && oldest !== undefined) this.#expensive.delete(oldest);
      return;
    }
    const left = this.#expensive.get(owner);
    if (left === undefined) return;
    if (left <= 1) this.#expensive.delete(owner);
    else this.#expensive.set(owner, left - 1);
  }

  /** Records that a batch without expensive completions ran. Milliseconds. */
  repay(ms: number): void {
    this.#owedMs = Math.max(0, this.#owedMs - ms);
  }

  isExpensive({ grammarOwner }: Candidate): boolean {
    return grammarOwner !== undefined && this.#expensive.has(grammarOwner);
  }

  /**
   * Of `waiting`, in order of arrival, those that may join the next round, and those that wait. `othersWait`: whether other work
   * than these waits for the engine.
   */
  select<One extends Candidate>(
    waiting: readonly One[],
    othersWait: boolean,
  ): { readonly admitted: readonly One[]; readonly held: readonly One[] } {
    const expensive = waiting.filter((one) => this.isExpensive(one));
    if (expensive.length === 0 || (expensive.length === waiting.length && !othersWait))
      return { admitted: waiting, held: [] };
    const next = this.#owedMs > 0 ? undefined : expensive[0];
    const isAdmitted = (one: One): boolean => one === next || !this.isExpensive(one);
    return { admitted: waiting.filter(isAdmitted), held: waiting.filter((one) => !isAdmitted(one)) };
  }
}
