import { EngineError } from '@org/engine';
import type { HubEntry } from './hub-tree.js';
import { type RepositoryReference, shardNames } from './model-reference.js';

/** A model of a repository: one file, or all shards of one. */
export interface ModelChoice {
  /** The file to load. */
  readonly file: string;
  /** Bytes of all shards. */
  readonly size: number;
  /** Such as `Q4_K_M`; absent where the name has none. */
  readonly quantization: string | undefined;
}

/**
 * The quantization for a reference that names none, best first: about 4.8 bits are the usual compromise, and what is
 * there instead is next larger, or next smaller.
 */
const usual = [
  ...['Q4_K_M', 'UD-Q4_K_XL', 'Q4_K_S', 'MXFP4_MOE', 'MXFP4', 'Q4_K_L', 'IQ4_XS', 'IQ4_NL', 'Q4_0', 'Q4_1'],
  ...['Q5_K_M', 'UD-Q5_K_XL', 'Q5_K_S', 'Q5_0', 'Q6_K', 'UD-Q6_K_XL', 'Q8_0', 'Q3_K_M', 'UD-Q3_K_XL', 'Q3_K_L'],
  ...['Q3_K_S', 'Q2_K', 'BF16', 'F16', 'FP16', 'F32'],
];
const quantizationForm =
  /(?:^|[-._])((?:UD-)?(?:I?Q\d(?:_[A-Z\d]+)*|TQ\d_\d|MXFP4(?:_MOE)?|NVFP4|BF16|FP?16|F32))(?=[-.]|$)/gi;
/** Files next to models: projectors for images, importance matrices and draft models. */
const companions = /mmproj|imatrix|(?:^|[-_/])(?:draft|mtp)[-_.]/i;
const maxListed = 40;

/** The quantization in the name of a file, in capitals. */
export function quantizationOf(file: string): string | undefined {
  const stem = (file.split('/').at(-1) ?? file).replace(/(-\d{5}-of-\d{5})?\.gguf$/i, '');
  return [...stem.matchAll(quantizationForm)].at(-1)?.[1]?.toUpperCase();
}

/** The models among the files of a repository. */
export function modelsAmong(entries: readonly HubEntry[]): readonly ModelChoice[] {
  const models = new Map<string, ModelChoice>();
  for (const { path, size } of entries) {
    if (!path.endsWith('.gguf') || companions.test(path)) continue;
    const [file] = shardNames(path);
    const known = models.get(file);
    models.set(file, { file, size: size + (known?.size ?? 0), quantization: quantizationOf(file) });
  }
  return [...models.values()].toSorted((a, b) => a.size - b.size || a.file.localeCompare(b.file));
}

/** Whether a file has the requested quantization; `Q4_K_XL` also names `UD-Q4_K_XL`. */
function hasQuantization({ quantization }: ModelChoice, wanted: string): boolean {
  return quantization === wanted.toUpperCase() || quantization === `UD-${wanted.toUpperCase()}`;
}

/**
 * The model that a reference to a repository means; `undefined` when it is none of these. Throws `invalid-request`
 * with the list, when it is more than one.
 */
export function chooseModel(models: readonly ModelChoice[], reference: RepositoryReference): ModelChoice | undefined {
  const { repo, quantization } = reference;
  if (quantization === undefined && models.length === 1) return models[0];
  const wanted = quantization ?? usual.find((name) => models.some((model) => model.quantization === name));
  if (wanted === undefined) {
    if (models.length === 0) return undefined;
    throw ambiguous(`hf:${repo} has several models`, reference, models);
  }
  const exact = models.filter((model) => model.quantization === wanted.toUpperCase());
  const matching = exact.length > 0 ? exact : models.filter((model) => hasQuantization(model, wanted));
  if (matching.length > 1) throw ambiguous(`hf:${repo} has several models of ${wanted}`, reference, matching);
  return matching[0];
}

/** Why none of the models of a repository is meant. */
export function noSuchModel(models: readonly ModelChoice[], reference: RepositoryReference): EngineError {
  const { repo, quantization } = reference;
  return models.length === 0
    ? new EngineError(
        'not-found',
        `hf:${repo} has no GGUF file; conversions are usually in another repository, with GGUF in its name`,
      )
    : ambiguous(`hf:${repo} has no ${quantization ?? 'such'} model`, reference, models, 'not-found');
}

function ambiguous(
  problem: string,
  { repo, revision }: RepositoryReference,
  models: readonly ModelChoice[],
  code: 'invalid-request' | 'not-found' = 'invalid-request',
): EngineError {
  const suffix = revision === 'main' ? '' : `@${revision}`;
  const lines = models
    .slice(0, maxListed)
    .map(({ file, size }) => `  hf:${repo}/${file}${suffix}${size === 0 ? '' : `  ${(size / 1e9).toFixed(1)} GB`}`);
  const more = models.length > maxListed ? [`  and ${models.length - maxListed} more`] : [];
  return new EngineError(code, [`${problem}; name one of these:`, ...lines, ...more].join('\n'));
}
