import type { Sampling, Warning } from '@org/engine';

/**
 * Returns the `sampling` parameters that the package applies: all without a warning, and no log-probabilities. The
 * upstream's defaults apply to the rest.
 */
export function supportedSampling(
  { temperature, topP, topK, seed, presencePenalty, frequencyPenalty }: Sampling,
  warnings: readonly Warning[],
): Sampling {
  const takes = (param: string): boolean => !warnings.some((warning) => warning.param === param);
  return {
    ...(temperature !== undefined && takes('temperature') && { temperature }),
    ...(topP !== undefined && takes('top_p') && { topP }),
    ...(topK !== undefined && takes('top_k') && { topK }),
    ...(seed !== undefined && takes('seed') && { seed }),
    ...(presencePenalty !== undefined && takes('presence_penalty') && { presencePenalty }),
    ...(frequencyPenalty !== undefined && takes('frequency_penalty') && { frequencyPenalty }),
  };
}
