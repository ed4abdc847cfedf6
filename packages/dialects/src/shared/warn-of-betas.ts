import type { Warning } from '@org/engine';
import { isKnownBeta } from './known-betas.js';

/**
 * A warning for each value of the beta header `header` that has no effect: neither the service nor an upstream of
 * another API reads it.
 */
export function warnOfBetas(betas: readonly string[] = [], header: 'anthropic-beta' | 'openai-beta'): Warning[] {
  if (betas.length === 0) return [];
  return [...new Set(betas)]
    .filter((beta) => !isKnownBeta(beta))
    .map((beta) => ({
      kind: 'ignored',
      param: header,
      message: `The service does not know the beta '${beta}'; the model does not receive it.`,
    }));
}
