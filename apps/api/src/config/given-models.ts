import { resolve } from 'node:path';
import { hasGpuEngine, isModelReference, modelStem, parseHubReference } from '@org/llama';
import { expandHome } from './expand-home.js';
import { splitName } from './is-model-argument.js';
import { ModelSettings } from './settings/model-settings.js';
import { validateSettings } from './checks/validate-settings.js';

/**
 * The models that the arguments of the program name. A graphics processor is used where its engine is installed.
 * Throws an EngineError for a reference in a wrong form.
 */
export function givenModels(args: readonly string[], workingDirectory: string): readonly ModelSettings[] {
  const names = new Set<string>();
  return args.map((argument) => {
    const { name, model: text } = splitName(argument);
    const model = isModelReference(text) ? text : resolve(workingDirectory, expandHome(text));
    return localModel(unusedName(name ?? nameOf(model), names), model);
  });
}

/** The files among the models that the arguments name, as absolute paths. */
export function modelPaths(args: readonly string[], workingDirectory: string): readonly string[] {
  return givenModels(args, workingDirectory).flatMap(({ provider }) =>
    provider?.kind === 'llama' && !isModelReference(provider.model) ? [provider.model] : [],
  );
}

/** The models of downloaded files, which are loaded on demand. `taken` are names and files of other models. */
export function downloadedModels(
  references: readonly string[],
  taken: readonly ModelSettings[],
): readonly ModelSettings[] {
  const names = new Set(taken.map(({ name }) => name));
  const used = new Set(taken.map(({ provider }) => (provider?.kind === 'llama' ? provider.model : undefined)));
  return references
    .filter((reference) => !used.has(reference) && !isLaterShard(reference))
    .map((reference) => localModel(unusedName(modelStem(reference), names), reference, { load: 'demand' }));
}

function isLaterShard(reference: string): boolean {
  return /-\d{5}-of-\d{5}\.gguf/.test(reference) && !/-00001-of-/.test(reference);
}

function localModel(name: string, model: string, more: object = {}): ModelSettings {
  const gpu = hasGpuEngine() ? { gpu: true } : {};
  return validateSettings(ModelSettings, { name, provider: { kind: 'llama', model, ...gpu, ...more } }, 'arguments');
}

/** Such as `qwen3-8b-q4_k_m` for a file, and `Qwen3-8B` for `hf:org/Qwen3-8B-GGUF`. */
function nameOf(model: string): string {
  if (!isModelReference(model)) return modelStem(model);
  const reference = parseHubReference(model);
  if ('file' in reference) return modelStem(reference.file);
  return (reference.repo.split('/').at(-1) ?? reference.repo).replace(/[-_.]gguf$/i, '');
}

function unusedName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) name = `${wanted}-${count}`;
  names.add(name);
  return name;
}
