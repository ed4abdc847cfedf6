/**
 * The numbers of the leases that this process works under, by the thing that each lease is on. The store is told them when it looks for
 * leases that ran out, so that it takes none of them for that of a process that has vanished.
 */
export class HeldLeases {
  readonly #byName = new Map<string, Set<number>>();

  /** What is held on the thing that `names` tell apart from all others. */
  on(...names: readonly string[]): readonly number[] {
    return Array.from(this.#byName.get(JSON.stringify(names)) ?? []);
  }

  /** Gives what lets go of it again. */
  add(number: number, ...names: readonly string[]): () => void {
    const name = JSON.stringify(names);
    const numbers = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, numbers.add(number));
    return () => {
      if (numbers.delete(number) && numbers.size === 0) this.#byName.delete(name);
    };
  }
}
