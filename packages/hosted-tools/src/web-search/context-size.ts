import type { WebSearchRequest } from '@org/engine';

/** How much of the found pages a model reads. */
export interface ContextBounds {
  /** Hits of a search. */
  readonly hits: number;
  /** Characters of a hit's text. */
  readonly hitCharacters: number;
  /** Tokens of an opened page, estimated by its characters. */
  readonly pageTokens: number;
}

/** Bounds by the context size of a request; a search has at most about 500, 2,000 and 8,000 tokens of text. */
export const contextBounds: Readonly<Record<NonNullable<WebSearchRequest['contextSize']>, ContextBounds>> = {
  low: { hits: 5, hitCharacters: 400, pageTokens: 2_000 },
  medium: { hits: 8, hitCharacters: 1_000, pageTokens: 6_000 },
  high: { hits: 10, hitCharacters: 3_200, pageTokens: 20_000 },
};
