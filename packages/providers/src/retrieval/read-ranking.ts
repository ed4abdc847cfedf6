import { arrayOf, asObject, countOf, EngineError } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** The scores of one response, in the order of the documents. */
export interface ReadRanking {
  readonly scores: readonly number[];
  readonly inputTokens: number | undefined;
}

/** Reads a response to `count` documents. Throws `upstream-failed` when a score is missing. */
export function readRanking(response: ApiPayload, count: number, kind?: 'probability' | 'logit'): ReadRanking {
  const scores: number[] = [];
  for (const entry of arrayOf(response['results'])) {
    const { index, relevance_score: score } = asObject(entry) ?? {};
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count)
      throw broken('a score without a position');
    if (typeof score !== 'number' || !Number.isFinite(score)) throw broken('a score that is no number');
    scores[index] = score;
  }
  if (Object.keys(scores).length !== count) throw broken('fewer scores than documents');
  const isLogit = kind === 'logit' || (kind === undefined && scores.some((score) => score < 0 || score > 1));
  const usage = asObject(response['usage']) ?? {};
  return {
    scores: scores.map((score) => (isLogit ? 1 / (1 + Math.exp(-score)) : Math.min(1, Math.max(0, score)))),
    inputTokens: countOf(usage['prompt_tokens']) ?? countOf(usage['total_tokens']),
  };
}

function broken(what: string): EngineError {
  return new EngineError('upstream-failed', `The upstream sent ${what}.`);
}
