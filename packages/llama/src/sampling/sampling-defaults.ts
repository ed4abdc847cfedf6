/** Sampling parameters for requests that name none. Absent members come from the next source. */
export interface SamplingDefaults {
  /** 0 to 2; 0 is greedy. */
  readonly temperature?: number;
  /** 0 to 1; 1 turns it off. */
  readonly topP?: number;
  /** Number of candidates; 0 turns it off. */
  readonly topK?: number;
  /** Minimum probability relative to the most likely token, 0 to 1; 0 turns it off. */
  readonly minP?: number;
  /** Probability that a step leaves out the most likely tokens (XTC), 0 to 1; 0 turns it off. */
  readonly xtcProbability?: number;
  /** Minimum probability of the tokens that XTC leaves out, 0 to 1; more than 0.5 turns it off. */
  readonly xtcThreshold?: number;
  /** Divides the probability of tokens of the completion, 0 to 2; 1 turns it off. */
  readonly repeatPenalty?: number;
  /** -2 to 2. */
  readonly presencePenalty?: number;
  /** -2 to 2. */
  readonly frequencyPenalty?: number;
}

/** A complete set of sampling parameters. */
export type CompleteSampling = Required<SamplingDefaults>;

/** Where a sampling parameter of a model is from, strongest first. */
export const samplingSources = ['settings', 'file', 'family', 'default'] as const;
export type SamplingSource = (typeof samplingSources)[number];

/** The sampling parameters of a model, and the source of each. */
export interface ModelSampling {
  readonly values: CompleteSampling;
  readonly sources: Readonly<Record<keyof CompleteSampling, SamplingSource>>;
}

/**
 * The values of llama.cpp's own programs, for models without a recommendation.
 * Source: https://github.com/ggml-org/llama.cpp/blob/master/tools/completion/README.md
 */
const fallback: CompleteSampling = {
  temperature: 0.8,
  topP: 0.95,
  topK: 40,
  minP: 0.05,
  xtcProbability: 0,
  xtcThreshold: 0.1,
  repeatPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
};

/** What a recommendation that names some of the filters leaves off: its authors did not measure with them. */
const filtersOff: SamplingDefaults = { topP: 1, topK: 0, minP: 0 };

/**
 * Combines the sources of a model: each parameter is from the first one that has it. llama.cpp's defaults apply as a
 * set, only where no source names a temperature or a filter.
 */
export function resolveModelSampling(sources: {
  readonly settings?: SamplingDefaults | undefined;
  readonly file?: SamplingDefaults | undefined;
  readonly family?: SamplingDefaults | undefined;
}): ModelSampling {
  const isRecommended = [sources.file, sources.family].some(
    (source) =>
      source !== undefined &&
      (Object.keys(filtersOff) as (keyof SamplingDefaults)[])
        .concat('temperature')
        .some((name) => source[name] !== undefined),
  );
  const last: CompleteSampling = isRecommended ? ({ ...fallback, ...filtersOff } as CompleteSampling) : fallback;
  const chosen = (Object.keys(fallback) as (keyof CompleteSampling)[]).map((name) => {
    const source = samplingSources.find((one) => one === 'default' || sources[one]?.[name] !== undefined) ?? 'default';
    return { name, source, value: (source === 'default' ? last : sources[source])?.[name] ?? last[name] };
  });
  return {
    values: Object.fromEntries(chosen.map(({ name, value }) => [name, value])) as CompleteSampling,
    sources: Object.fromEntries(chosen.map(({ name, source }) => [name, source])) as ModelSampling['sources'],
  };
}
