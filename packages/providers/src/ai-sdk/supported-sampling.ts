import type { Sampling, Warning } from '@org/engine';

/**
 * Returns the `sampling` parameters that the package applies: all without a warning, and no log-probabilities. The
 * upstream's defaults apply to the rest.
 */
export function supportedSampling(
  { temperature, topP, topK, seed, presencePenalty, frequencyPenalty }: Sampling,
  warnings: readonly Warning[],
): Sampling {
  const isSupported = (param: string): boolean => !warnings.some((warning) => warning.param === param);
  return {
    ...(temperature !== undefined && isSupported('temperature') && { temperature }),
    ...(topP !== undefined && isSupported('top_p') && { topP }),
    ...(topK !== undefined && isSupported('top_k') && { topK }),
    ...(seed !== undefined && isSupported('seed') && { seed }),
    ...(presencePenalty !== undefined && isSupported('presence_penalty') && { presencePenalty }),
    ...(frequencyPenalty !== undefined && isSupported('frequency_penalty') && { frequencyPenalty }),
  };
}
