import type { SamplingDefaults } from './sampling-defaults.js';

/** Values of a model file, by key. */
type FileValues = ReadonlyMap<string, string | number>;

const prefix = 'general.sampling.';

/** The keys of llama.cpp that have an effect here. Source: `LLM_KV_NAMES` in llama.cpp's `src/llama-arch.cpp`. */
const parameters: Readonly<Record<string, keyof SamplingDefaults>> = {
  temp: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  min_p: 'minP',
  xtc_probability: 'xtcProbability',
  xtc_threshold: 'xtcThreshold',
  penalty_repeat: 'repeatPenalty',
  penalty_present: 'presencePenalty',
  penalty_freq: 'frequencyPenalty',
};

/** Values that turn a sampler off, so that nothing is lost without it. `node-llama-cpp` 3.22 has no Mirostat. */
const neutral: Readonly<Record<string, number>> = { mirostat: 0 };
/** Parameters without effect, unless the sampler that they belong to is on. */
const dependent: Readonly<Record<string, string>> = {
  mirostat_tau: 'mirostat',
  mirostat_eta: 'mirostat',
};

/** What a model file says about sampling. */
export interface FileSampling {
  readonly values: SamplingDefaults;
  /** Keys of the file that would have an effect in llama.cpp's own programs, and have none here. */
  readonly ignored: readonly string[];
}

/** Reads all `general.sampling.*` of a model file. */
export function readFileSampling(file: FileValues): FileSampling {
  const given = [...file]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value] as const);
  const values = given.flatMap(([key, value]) => {
    const parameter = parameters[key];
    return parameter !== undefined && typeof value === 'number' && Number.isFinite(value)
      ? [[parameter, rounded(value)]]
      : [];
  });
  const isOff = (key: string): boolean => (file.get(prefix + key) ?? neutral[key]) === neutral[key];
  const ignored = given
    .map(([key]) => key)
    .filter((key) => parameters[key] === undefined)
    .filter((key) => !(key in neutral && isOff(key)) && !(dependent[key] !== undefined && isOff(dependent[key])));
  return { values: Object.fromEntries(values) as SamplingDefaults, ignored: ignored.map((key) => prefix + key) };
}

/** A 32-bit number of the file as its author wrote it: 0.6 and not 0.6000000238418579. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
