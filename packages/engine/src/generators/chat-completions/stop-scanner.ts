/**
 * Looks for stop sequences in text that arrives in pieces. Holds back only what may be the beginning of one, so that
 * nothing of a sequence is ever delivered.
 */
export class StopScanner {
  #held = '';

  constructor(readonly sequences: readonly string[]) {}

  /** True when there is nothing to look for. */
  get idle(): boolean {
    return this.sequences.length === 0;
  }

  /** What may be delivered now, and the sequence that was met, after which there is no more. */
  push(text: string): { readonly text: string; readonly met?: string } {
    const whole = this.#held + text;
    let first: { readonly at: number; readonly sequence: string } | undefined;
    for (const sequence of this.sequences) {
      const at = whole.indexOf(sequence);
      if (at >= 0 && (first === undefined || at < first.at)) first = { at, sequence };
    }
    if (first !== undefined) {
      this.#held = '';
      return { text: whole.slice(0, first.at), met: first.sequence };
    }
    const held = Math.max(0, ...this.sequences.map((sequence) => overlap(whole, sequence)));
    this.#held = whole.slice(whole.length - held);
    return { text: whole.slice(0, whole.length - held) };
  }

  /** What is still held back when the text has ended. */
  flush(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** The length of the longest proper beginning of `sequence` that `text` ends with. */
function overlap(text: string, sequence: string): number {
  for (let length = Math.min(text.length, sequence.length - 1); length > 0; length -= 1) {
    if (text.endsWith(sequence.slice(0, length))) return length;
  }
  return 0;
}
