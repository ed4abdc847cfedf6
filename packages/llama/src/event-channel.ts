/**
 * A queue between one sender and one receiver: pushed values are received in order, followed by the end or the
 * failure.
 */
export class EventChannel<T> {
  readonly #items: T[] = [];
  #end: { readonly failure?: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(item: T): void {
    if (this.#end === undefined) this.#items.push(item);
    this.#signal();
  }

  end(): void {
    this.#end ??= {};
    this.#signal();
  }

  /** What was pushed before is still received. */
  fail(failure: unknown): void {
    this.#end ??= { failure };
    this.#signal();
  }

  /** Ends immediately and drops values that were not received yet. */
  drop(failure: unknown): void {
    this.#items.length = 0;
    this.#end = { failure };
    this.#signal();
  }

  async *receive(): AsyncGenerator<T, void, void> {
    while (true) {
      for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) yield item;
      if (this.#end !== undefined) {
        if ('failure' in this.#end) throw this.#end.failure;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
