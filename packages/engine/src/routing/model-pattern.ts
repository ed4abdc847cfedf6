/** A model name with `*` for any run of characters, also an empty one. */
export class ModelPattern {
  readonly #segments: readonly string[];

  constructor(readonly text: string) {
    this.#segments = text.split('*');
  }

  /** True when the pattern stands for one name only. */
  get concrete(): boolean {
    return this.#segments.length === 1;
  }

  /** What stands before the first `*`. */
  get prefix(): string {
    return this.#segments[0] ?? '';
  }

  /** Takes time linear in the name: the leftmost place of each piece is always good enough. */
  matches(name: string): boolean {
    if (this.concrete) return name === this.text;
    const last = this.#segments.at(-1) ?? '';
    if (!name.startsWith(this.prefix) || !name.endsWith(last)) return false;
    let from = this.prefix.length;
    const end = name.length - last.length;
    for (const segment of this.#segments.slice(1, -1)) {
      const at = name.indexOf(segment, from);
      if (at < 0) return false;
      from = at + segment.length;
    }
    return from <= end;
  }
}
