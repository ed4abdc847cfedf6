import { EngineError } from '../errors/engine-error.js';
import { ModelPattern } from './model-pattern.js';

const maxListedNames = 50;
const maxQuotedNameLength = 120;

/** A name or a pattern, and its entry. */
export interface TableRoute<Entry> {
  readonly pattern: string;
  readonly entry: Entry;
}

/** Maps model names to entries. Immutable: a new configuration creates a new table. */
export class ModelTable<Entry> {
  readonly #exact = new Map<string, TableRoute<Entry>>();
  /** Patterns with `*`, most specific first. */
  readonly #patterns: readonly { readonly pattern: ModelPattern; readonly route: TableRoute<Entry> }[];

  /** Throws `conflict` when two routes have the same pattern and `invalid-request` when one is empty. */
  constructor(routes: readonly TableRoute<Entry>[]) {
    const patterns = new Map<string, { pattern: ModelPattern; route: TableRoute<Entry> }>();
    for (const route of routes) {
      const text = route.pattern;
      if (text === '') throw new EngineError('invalid-request', 'A model name is empty.');
      if (this.#exact.has(text) || patterns.has(text))
        throw new EngineError('conflict', `Two models are named ${JSON.stringify(text)}.`);
      const pattern = new ModelPattern(text);
      if (pattern.concrete) this.#exact.set(text, route);
      else patterns.set(text, { pattern, route });
    }
    // The sort is stable: of two patterns with equally long prefixes the first in the list wins.
    this.#patterns = [...patterns.values()].toSorted((a, b) => b.pattern.prefix.length - a.pattern.prefix.length);
  }

  /** The concrete names, in the order of the routes. */
  get names(): readonly string[] {
    return [...this.#exact.keys()];
  }

  /** The concrete names with their entries, in the order of the routes. */
  get named(): readonly (readonly [string, Entry])[] {
    return [...this.#exact].map(([name, { entry }]) => [name, entry]);
  }

  /** Exact names first. */
  get routes(): readonly TableRoute<Entry>[] {
    return [...this.#exact.values(), ...this.#patterns.map(({ route }) => route)];
  }

  /** Every entry, once per route. */
  get entries(): readonly Entry[] {
    return this.routes.map(({ entry }) => entry);
  }

  /** Finds an exact name first, then the pattern with the longest literal prefix. Throws `unknown-model`. */
  find(name: string): TableRoute<Entry> {
    const route = this.#routeOf(name);
    if (route === undefined) throw this.#unknown(name);
    return route;
  }

  has(name: string): boolean {
    return this.#routeOf(name) !== undefined;
  }

  #routeOf(name: string): TableRoute<Entry> | undefined {
    return this.#exact.get(name) ?? this.#patterns.find(({ pattern }) => pattern.matches(name))?.route;
  }

  #unknown(name: string): EngineError {
    const quotedName = JSON.stringify(name.slice(0, maxQuotedNameLength));
    const { names } = this;
    const listed = names.slice(0, maxListedNames).join(', ') + (names.length > maxListedNames ? ', ...' : '');
    const explanation = names.length === 0 ? 'No model is listed by name.' : `Models: ${listed}.`;
    return new EngineError('unknown-model', `The model ${quotedName} does not exist. ${explanation}`, {
      param: 'model',
    });
  }
}
