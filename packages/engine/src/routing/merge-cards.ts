import type { ModelCapabilities, ModelCard } from '../model/model-card.js';

/** One card for several backends of a model: what all of them can do, and the smallest of their limits. */
export function mergeCards(id: string, cards: readonly ModelCard[]): ModelCard {
  const owners = [...new Set(cards.map(({ ownedBy }) => ownedBy))];
  const contextLength = smallest(cards.map((card) => card.contextLength));
  const maxOutputTokens = smallest(cards.map((card) => card.maxOutputTokens));
  const all = (name: keyof ModelCapabilities): boolean => cards.every(({ capabilities }) => capabilities[name]);
  return {
    id,
    displayName: id,
    createdAt: Math.max(0, ...cards.map(({ createdAt }) => createdAt)),
    ownedBy: owners.length === 1 ? (owners[0] ?? 'local') : 'several',
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    capabilities: {
      tools: all('tools'),
      reasoning: all('reasoning'),
      images: all('images'),
      structuredOutput: all('structuredOutput'),
    },
  };
}

function smallest(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
