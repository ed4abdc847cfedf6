import { type TokenLogprob, arrayOf, isObject, asObject } from '@org/engine';

/** Reads the log-probabilities of a choice, one entry per token, with at most `maxCount` alternatives. */
export function readLogprobs(logprobs: unknown, maxCount: number): TokenLogprob[] {
  return arrayOf(asObject(logprobs)?.['content'])
    .filter(isObject)
    .map((entry) => ({
      ...readCandidate(entry),
      top: arrayOf(entry['top_logprobs']).filter(isObject).slice(0, maxCount).map(readCandidate),
    }));
}

function readCandidate({ token, bytes, logprob }: Readonly<Record<string, unknown>>): {
  token: string;
  bytes: readonly number[];
  logprob: number;
} {
  const text = typeof token === 'string' ? token : '';
  return {
    token: text,
    bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : [...Buffer.from(text)],
    // Engines print minus infinity as a very small number or not at all.
    logprob: typeof logprob === 'number' ? Math.min(0, logprob) : -9999,
  };
}
