import { chooseModel, type ModelChoice, modelsAmong, noSuchModel } from './choose-model-file.js';
import type { ModelFolder } from './model-folder.js';
import type { ModelHub } from './model-hub.js';
import { type ModelReference, parseModelReference, type RepositoryReference } from './model-reference.js';

/** A model file of a repository, and how many of its kind the repository has. */
export interface FoundModelFile {
  readonly reference: ModelReference;
  /** All models of the repository, when the hub was asked for them. */
  readonly choices: readonly ModelChoice[];
}

/**
 * The file that a reference to a repository means. A downloaded one comes first, so that a service starts again
 * without the hub. Throws an EngineError that lists the models, when none or several are meant.
 */
export async function findModelFile(
  wanted: RepositoryReference,
  { folder, hub, signal }: { readonly folder: ModelFolder; readonly hub: ModelHub; readonly signal: AbortSignal },
): Promise<FoundModelFile> {
  const { repo, revision } = wanted;
  const stored = folder
    .references()
    .map(parseModelReference)
    .filter((reference) => reference.repo === repo && reference.revision === revision);
  const local = chooseLocal(modelsAmong(stored.map(({ file: path }) => ({ path, size: 0 }))), wanted);
  if (local !== undefined) return { reference: { repo, revision, file: local.file }, choices: [] };
  const choices = modelsAmong(await hub.list(repo, revision, signal));
  const chosen = chooseModel(choices, wanted);
  if (chosen === undefined) throw noSuchModel(choices, wanted);
  return { reference: { repo, revision, file: chosen.file }, choices };
}

/** Of several downloaded files that may be meant, the hub's list decides. */
function chooseLocal(models: readonly ModelChoice[], wanted: RepositoryReference): ModelChoice | undefined {
  try {
    return chooseModel(models, wanted);
  } catch {
    return undefined;
  }
}
