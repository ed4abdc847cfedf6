import type { TokenLogprob } from '@org/engine';

interface Scored {
  /** Absent once it was returned: the remainder of a token that is emitted in segments. */
  readonly score: TokenLogprob | undefined;
  /** Text that the token added; empty where it is part of an incomplete character. */
  readonly text: string;
}

/** The log-probabilities of tokens whose text was not emitted yet. */
export class ScoreQueue {
  #waiting: Scored[] = [];

  push(score: TokenLogprob, text: string): void {
    this.#waiting.push({ score, text });
  }

  /** Drops entries that will never be emitted. */
  clear(): void {
    if (this.#waiting.length > 0) this.#waiting = [];
  }

  /**
   * The log-probabilities of the tokens that begin in `nextText`, the next emitted text. Pending white space that is
   * not at its start was dropped, together with its log-probabilities.
   */
  of(nextText: string): readonly TokenLogprob[] {
    if (nextText === '' || this.#waiting.length === 0) return [];
    const start = Math.max(
      0,
      this.#waiting
        .map(({ text }) => text)
        .join('')
        .indexOf(nextText),
    );
    const end = start + nextText.length;
    const scores: TokenLogprob[] = [];
    const rest: Scored[] = [];
    let at = 0;
    for (const scored of this.#waiting) {
      const { score, text } = scored;
      const over = at + text.length;
      if (at >= end) rest.push(scored);
      else {
        if (score !== undefined && (over > start || at === start)) scores.push(score);
        if (over > end) rest.push({ score: undefined, text: text.slice(end - at) });
      }
      at = over;
    }
    this.#waiting = rest;
    return scores;
  }
}
