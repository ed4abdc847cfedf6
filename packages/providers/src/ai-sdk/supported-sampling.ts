import type { Sampling, Warning } from '@org/engine';

/** What the package takes of `sampling`: all but what it warned of, and no log-probabilities. For the rest the upstream's default holds. */
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
