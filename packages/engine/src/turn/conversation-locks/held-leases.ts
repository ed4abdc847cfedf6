/**
 * The lease numbers that this process holds, by leased resource. The store receives them when it looks for expired
 * leases, so that it takes none of them for a lease of a process that has crashed.
 */
export class HeldLeases {
  readonly #byName = new Map<string, Set<number>>();

  /** The lease numbers on the resource identified by `names`. */
  on(...names: readonly string[]): readonly number[] {
    return Array.from(this.#byName.get(JSON.stringify(names)) ?? []);
  }

  /** Returns a function that releases it. */
  add(number: number, ...names: readonly string[]): () => void {
    const name = JSON.stringify(names);
    const numbers = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, numbers.add(number));
    return () => {
      if (numbers.delete(number) && numbers.size === 0) this.#byName.delete(name);
    };
  }
}
