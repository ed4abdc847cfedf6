import type { HostedToolContext } from '@org/engine';

/** The numbers by which the model cites the sources of a turn: one for each URL, however often it is found. */
export class SourceNumbers {
  readonly #numbers = new Map<string, number>();
  #last = 0;

  constructor(private readonly context: Pick<HostedToolContext, 'nextSourceNumber'>) {}

  /** The number of a source; a new one for a source that has none. */
  of(url: string): number {
    const known = this.#numbers.get(url);
    if (known !== undefined) return known;
    const number = this.context.nextSourceNumber?.() ?? (this.#last += 1);
    this.#numbers.set(url, number);
    return number;
  }
}
