import { YieldTimer } from '@org/engine';
import { termsOf } from './terms.js';

/** Parameters of BM25: how fast repeated terms count less, and how much long texts count less. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** A term in the title counts as often as this many in the text. */
const titleWeight = 3;

interface Entry<Item> {
  readonly item: Item;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

type Text = { readonly title: string; readonly text: string };

/** Ranks items by the terms of a query, with BM25. Equal scores stay in the order of the items. */
export class LexicalIndex<Item extends Text> {
  readonly #entries: ReadonlyMap<Item, Entry<Item>>;
  readonly #documents: ReadonlyMap<string, number>;
  readonly #averageLength: number;

  private constructor(entries: ReadonlyMap<Item, Entry<Item>>, documents: ReadonlyMap<string, number>) {
    this.#entries = entries;
    this.#documents = documents;
    const total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
    this.#averageLength = total / Math.max(1, entries.size);
  }

  /** Yields to the event loop while it reads the items. Those that are in `earlier`, too, are not read again. */
  static async of<Item extends Text>(
    items: readonly Item[],
    signal: AbortSignal,
    earlier?: LexicalIndex<Item>,
  ): Promise<LexicalIndex<Item>> {
    const yieldTimer = new YieldTimer();
    const known = earlier === undefined ? undefined : earlier.#entries;
    const entries = new Map<Item, Entry<Item>>();
    const documents = new Map<string, number>();
    for (const item of items) {
      const entry = known?.get(item) ?? toEntry(item);
      entries.set(item, entry);
      for (const term of entry.counts.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
      if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
      signal.throwIfAborted();
    }
    return new LexicalIndex(entries, documents);
  }

  /** The best items that have a term of the query. */
  search(query: string, count: number, isWanted: (item: Item) => boolean = () => true): readonly Item[] {
    const terms = [...new Set(termsOf(query))];
    return [...this.#entries.values()]
      .filter(({ item }) => isWanted(item))
      .map((entry) => ({ item: entry.item, score: this.#score(entry, terms) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ item }) => item);
  }

  #score({ counts, length }: Entry<Item>, terms: readonly string[]): number {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / this.#averageLength);
    return terms.reduce((sum, term) => {
      const found = counts.get(term) ?? 0;
      if (found === 0) return sum;
      const documents = this.#documents.get(term) ?? 0;
      const rarity = Math.log(1 + (this.#entries.size - documents + 0.5) / (documents + 0.5));
      return sum + (rarity * found * (saturation + 1)) / (found + norm);
    }, 0);
  }
}

function toEntry<Item extends Text>(item: Item): Entry<Item> {
  const counts = new Map<string, number>();
  const add = (terms: readonly string[], weight: number): void => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  const terms = termsOf(item.text);
  add(terms, 1);
  add(termsOf(item.title), titleWeight);
  return { item, counts, length: terms.length };
}
