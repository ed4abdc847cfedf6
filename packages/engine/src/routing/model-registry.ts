import { EngineError } from '../errors/engine-error.js';
import type { ModelCard } from '../model/model-card.js';
import type { Generator } from '../ports/generator.js';
import { ModelPattern } from './model-pattern.js';

/** Which generator answers for which names. One generator may stand behind several patterns. */
export interface ModelRoute {
  /** A name, or a pattern with `*`. */
  readonly pattern: string;
  readonly generator: Generator;
}

const mostNamesListed = 50;
const longestNameShown = 120;

/** Finds the generator for a model name and owns all of them. */
export class ModelRegistry {
  readonly #exact = new Map<string, Generator>();
  /** Patterns with `*`, the most special first. */
  readonly #patterns: readonly { readonly pattern: ModelPattern; readonly generator: Generator }[];
  readonly #generators: ReadonlySet<Generator>;

  /** Throws `conflict` when two routes have the same pattern, `invalid-request` when one is empty. */
  constructor(routes: readonly ModelRoute[]) {
    const patterns = new Map<string, { pattern: ModelPattern; generator: Generator }>();
    for (const { pattern: text, generator } of routes) {
      if (text === '') throw new EngineError('invalid-request', 'A model name is empty.');
      if (this.#exact.has(text) || patterns.has(text)) throw new EngineError('conflict', `Two models are named ${JSON.stringify(text)}.`);
      const pattern = new ModelPattern(text);
      if (pattern.concrete) this.#exact.set(text, generator);
      else patterns.set(text, { pattern, generator });
    }
    // The sort is stable: of two patterns with equally long prefixes the first in the list wins.
    this.#patterns = [...patterns.values()].toSorted((a, b) => b.pattern.prefix.length - a.pattern.prefix.length);
    this.#generators = new Set(routes.map(({ generator }) => generator));
  }

  /** The concrete names, in the order of the routes. */
  get names(): readonly string[] {
    return [...this.#exact.keys()];
  }

  /** An exact name first, then the pattern with the longest literal prefix. Throws `unknown-model`. */
  resolve(name: string): Generator {
    const generator = this.#exact.get(name) ?? this.#patterns.find(({ pattern }) => pattern.matches(name))?.generator;
    if (generator === undefined) throw this.#unknown(name);
    return generator;
  }

  /** The card of every concrete name. A pattern is no model, so it has none. */
  async cards(): Promise<readonly ModelCard[]> {
    return await Promise.all([...this.#exact].map(async ([id, generator]) => ({ ...(await generator.card()), id })));
  }

  /** The card of one name that resolves, also by a pattern. Throws `unknown-model`. */
  async card(name: string): Promise<ModelCard> {
    return { ...(await this.resolve(name).card()), id: name };
  }

  /** Makes every generator ready, all at once. Rejects when one of them cannot. */
  async warmUp(): Promise<void> {
    await Promise.all([...this.#generators].map((generator) => generator.warmUp?.()));
  }

  /** Closes every generator, also when one of them fails to; then rejects with all failures. */
  async close(): Promise<void> {
    const outcomes = await Promise.allSettled([...this.#generators].map((generator) => generator.close()));
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    if (failures.length > 0) throw new AggregateError(failures, 'Not every model could be closed.');
  }

  #unknown(name: string): EngineError {
    const shown = JSON.stringify(name.slice(0, longestNameShown));
    const { names } = this;
    const listed = names.slice(0, mostNamesListed).join(', ') + (names.length > mostNamesListed ? ', ...' : '');
    const what = names.length === 0 ? 'No model is listed by name.' : `Models: ${listed}.`;
    return new EngineError('unknown-model', `The model ${shown} does not exist. ${what}`, { param: 'model' });
  }
}
