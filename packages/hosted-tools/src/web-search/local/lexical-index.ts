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

/** Ranks items by the terms of a query, with BM25. Equal scores stay in the order of the items. */
export class LexicalIndex<Item extends { readonly title: string; readonly text: string }> {
  readonly #entries: readonly Entry<Item>[];
  readonly #documents = new Map<string, number>();
  readonly #averageLength: number;

  constructor(items: readonly Item[]) {
    this.#entries = items.map(toEntry);
    for (const { counts } of this.#entries)
      for (const term of counts.keys()) this.#documents.set(term, (this.#documents.get(term) ?? 0) + 1);
    this.#averageLength = this.#entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, items.length);
  }

  /** The best items that have a term of the query. */
  search(query: string, count: number, isWanted: (item: Item) => boolean = () => true): readonly Item[] {
    const terms = [...new Set(termsOf(query))];
    return this.#entries
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
      const rarity = Math.log(1 + (this.#entries.length - documents + 0.5) / (documents + 0.5));
      return sum + (rarity * found * (saturation + 1)) / (found + norm);
    }, 0);
  }
}

function toEntry<Item extends { readonly title: string; readonly text: string }>(item: Item): Entry<Item> {
  const counts = new Map<string, number>();
  const add = (terms: readonly string[], weight: number): void => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  const terms = termsOf(item.text);
  add(terms, 1);
  add(termsOf(item.title), titleWeight);
  return { item, counts, length: terms.length };
}
