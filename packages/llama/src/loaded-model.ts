import type { GgufHeader } from './gguf-header.js';
import type { KvCacheType } from './memory/kv-cache-type.js';
import type { LoadPlan } from './memory/plan-load.js';
import type { LoadedOn } from './process-messages.js';
import type { ModelFamily } from './sampling/model-families.js';
import { type CompleteSampling, type ModelSampling, samplingSources } from './sampling/sampling-defaults.js';

/** What a loaded model runs on, and how it was loaded. */
export interface LoadedModel extends LoadedOn {
  readonly contextLength: number;
  readonly slots: number;
  readonly kvCacheType: KvCacheType;
  /** For requests that name no parameters. */
  readonly sampling: CompleteSampling;
  /** The parameters from each source: `settings`, `file`, `family` and `default`. */
  readonly samplingFrom: Readonly<Record<string, readonly string[]>>;
  /** The family whose recommendation is used. */
  readonly family?: string;
  /** Sampling parameters of the file that have no effect. */
  readonly ignoredSampling?: readonly string[];
}

export interface LoadFacts extends Pick<LoadPlan, 'contextLength' | 'slots'> {
  readonly kvCacheType: KvCacheType;
  readonly sampling: ModelSampling;
  readonly family: ModelFamily | undefined;
  readonly header: Pick<GgufHeader, 'sampling'>;
}

/** The facts of a load for the log. */
export function describeLoaded(
  on: LoadedOn,
  { contextLength, slots, kvCacheType, sampling, family, header }: LoadFacts,
): LoadedModel {
  const { values, sources } = sampling;
  const from = samplingSources.flatMap((source) => {
    const names = Object.entries(sources).flatMap(([name, one]) => (one === source ? [name] : []));
    return names.length === 0 ? [] : [[source, names] as const];
  });
  const samplingFrom = Object.fromEntries(from);
  return {
    ...on,
    contextLength,
    slots,
    kvCacheType,
    sampling: values,
    samplingFrom,
    ...(family === undefined || samplingFrom['family'] === undefined ? {} : { family: family.family }),
    ...(header.sampling.ignored.length === 0 ? {} : { ignoredSampling: header.sampling.ignored }),
  };
}
