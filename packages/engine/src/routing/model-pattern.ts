/** A model name in which `*` matches any run of characters, including an empty one. */
export class ModelPattern {
  readonly #segments: readonly string[];

  constructor(readonly text: string) {
    this.#segments = text.split('*');
  }

  /** True when the pattern matches exactly one name. */
  get concrete(): boolean {
    return this.#segments.length === 1;
  }

  /** The literal prefix before the first `*`. */
  get prefix(): string {
    return this.#segments[0] ?? '';
  }

  /** Runs in time linear in the name: the leftmost match of each segment is always sufficient. */
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
