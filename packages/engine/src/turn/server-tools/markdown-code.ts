/** Characters before the fence of a code block: indentation, quotes and the markers of lists. */
const linePrefix = /[\s\d>*+.)-]/;
const minFenceLength = 3;

interface Run {
  readonly char: '`' | '~';
  readonly length: number;
  /** Whether only a prefix of the line precedes it. */
  readonly startsLine: boolean;
}

/** Reads Markdown, character by character, for what is code: spans between backticks, and fenced blocks. */
export class MarkdownCode {
  #run: Run | undefined;
  /** The fence of the open block; `hasOwnLine` once its line has ended. */
  #fence: (Run & { readonly hasOwnLine: boolean }) | undefined;
  /** Number of backticks that opened the span; 0 outside of one. */
  #spanLength = 0;
  #atLineStart = true;
  #lineIsBlank = true;

  /** Whether the last character is code, where it is no part of a fence. It may be pushed again. */
  get isCode(): boolean {
    return this.#fence !== undefined || this.#spanLength > 0;
  }

  push(char: string): void {
    if (char === '`' || char === '~') {
      this.#extendRun(char);
      return;
    }
    this.#endRun();
    if (char === '\n') {
      // An unpaired backtick is text, and a span ends with its paragraph.
      if (this.#lineIsBlank) this.#spanLength = 0;
      if (this.#fence !== undefined) this.#fence = { ...this.#fence, hasOwnLine: true };
      this.#lineIsBlank = true;
      this.#atLineStart = true;
      return;
    }
    if (!/\s/.test(char)) this.#lineIsBlank = false;
    if (!linePrefix.test(char)) this.#atLineStart = false;
  }

  #extendRun(char: Run['char']): void {
    if (this.#run?.char === char) {
      this.#run = { ...this.#run, length: this.#run.length + 1 };
      return;
    }
    this.#endRun();
    this.#run = { char, length: 1, startsLine: this.#atLineStart };
    this.#atLineStart = false;
    this.#lineIsBlank = false;
  }

  #endRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    const { char, length, startsLine } = run;
    const fence = this.#fence;
    if (fence !== undefined) {
      if (startsLine && char === fence.char && length >= fence.length) this.#fence = undefined;
      else if (!fence.hasOwnLine && char === '`' && fence.char === '`') {
        // The line of a fence has no other backticks: this is a span.
        this.#fence = undefined;
        this.#spanLength = length === fence.length ? 0 : fence.length;
      }
      return;
    }
    if (startsLine && length >= minFenceLength) {
      this.#fence = { ...run, hasOwnLine: false };
      this.#spanLength = 0;
    } else if (char === '`') {
      if (this.#spanLength === 0) this.#spanLength = length;
      else if (this.#spanLength === length) this.#spanLength = 0;
    }
  }
}
