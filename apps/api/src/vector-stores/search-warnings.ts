import type { Warning } from '@org/engine';
import type { SearchDegradation } from '@org/hosted-tools';

const messages: Readonly<Record<SearchDegradation, string>> = {
  'no-vectors': 'the vector store has no embedding model, so a search finds the words of a query, not its meaning.',
  'embedding-failed': 'the embedding model failed, so the search found the words of the query, not its meaning.',
  'embedding-unknown':
    'the embedding model of the vector store is not configured any more, so the search found the words of the query, not its meaning.',
  'rerank-failed': 'the reranker failed, so the results have the order of the search.',
};

/** A warning for each part of a search that did not run. */
export function searchWarnings(degraded: readonly SearchDegradation[]): readonly Warning[] {
  return degraded.map((reason) => ({ kind: 'ignored', param: 'embedding', message: messages[reason] }));
}
