import type { TokenLogprob } from '@org/engine';

interface Scored {
  /** Absent once it was given out: the rest of a token that is said in pieces. */
  readonly score: TokenLogprob | undefined;
  /** What the token added to the text; nothing where it is a part of a character that is not whole yet. */
  readonly text: string;
}

/** The scores of tokens whose text was not said yet. */
export class ScoreQueue {
  #waiting: Scored[] = [];

  push(score: TokenLogprob, text: string): void {
    this.#waiting.push({ score, text });
  }

  /** What waits will never be said. */
  clear(): void {
    if (this.#waiting.length > 0) this.#waiting = [];
  }

  /**
   * The scores of the tokens that begin in `nextText`, the next text that is said. White space that waits and is not at its
   * beginning was left out, and its scores are, too.
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
