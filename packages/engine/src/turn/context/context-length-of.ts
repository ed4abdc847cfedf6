import type { Generator } from '../../ports/generator.js';

/** How many tokens a generator takes at most, prompt and answer together. Nothing where it cannot say: it can be asked all the same. */
export async function contextLengthOf(generator: Pick<Generator, 'card'>): Promise<number | undefined> {
  return (await generator.card().catch(() => undefined))?.contextLength;
}
