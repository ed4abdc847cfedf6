import { join } from 'node:path';
import { EngineError } from '@org/engine';

/** A model file on a hub, as `hf:ORG/REPO/FILE` names it; `@REVISION` may follow. */
export interface ModelReference {
  /** `ORG/REPO`. */
  readonly repo: string;
  /** Path inside the repository; ends in `.gguf`. */
  readonly file: string;
  /** Branch, tag or commit. Default `main`. */
  readonly revision: string;
}

/** A repository of model files, as `hf:ORG/REPO` names it; `:QUANTIZATION` and `@REVISION` may follow. */
export interface RepositoryReference {
  /** `ORG/REPO`. */
  readonly repo: string;
  /** Such as `Q4_K_M`. Absent: the usual one. */
  readonly quantization: string | undefined;
  readonly revision: string;
}

const form = /^hf:([\w-][\w.-]*\/[\w-][\w.-]*)\/((?:[\w-][\w. +-]*\/)*[\w-][\w. +-]*\.gguf)(?:@([\w-][\w.-]*))?$/;
const repositoryForm = /^hf:([\w-][\w.-]*\/[\w-][\w.-]*)(?::([\w-][\w.-]*))?(?:@([\w-][\w.-]*))?$/;
const split = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/;
const maxShards = 1000;

/** Whether a model is meant to be on a hub, and not a path. */
export function isModelReference(text: string): boolean {
  return text.startsWith('hf:');
}

/** Throws `invalid-request` for what does not have the form. */
export function parseModelReference(text: string): ModelReference {
  const [, repo, file, revision = 'main'] = form.exec(text) ?? [];
  if (repo === undefined || file === undefined) {
    throw new EngineError(
      'invalid-request',
      `${JSON.stringify(text.slice(0, 300))} is not a model file; the form is hf:ORG/REPO/FILE.gguf or hf:ORG/REPO:QUANTIZATION, where @REVISION may follow`,
    );
  }
  return { repo, file, revision };
}

/** Throws `invalid-request` for what has the form of neither a file nor a repository. */
export function parseHubReference(text: string): ModelReference | RepositoryReference {
  const [, repo, quantization, revision = 'main'] = repositoryForm.exec(text) ?? [];
  return repo === undefined ? parseModelReference(text) : { repo, quantization, revision };
}

/** The text that `parseModelReference` reads. */
export function formatModelReference({ repo, file, revision }: ModelReference): string {
  return `hf:${repo}/${file}${revision === 'main' ? '' : `@${revision}`}`;
}

/** All files of the referenced model: any shard identifies a sharded model. The first file is the one to load. */
export function shardsOf(reference: ModelReference): readonly ModelReference[] {
  return shardNames(reference.file).map((file) => ({ ...reference, file }));
}

/** The names of all files of a model, by the name or path of any of them. The first one is the one to load. */
export function shardNames(name: string): readonly [string, ...string[]] {
  const [, stem, , last = ''] = split.exec(name) ?? [];
  const count = Number(last);
  if (stem === undefined || count < 1 || count > maxShards) return [name];
  const nameOf = (index: number): string => `${stem}-${String(index).padStart(5, '0')}-of-${last}.gguf`;
  return [nameOf(1), ...Array.from({ length: count - 1 }, (_, index) => nameOf(index + 2))];
}

/** The name of a model file without its folder, its shard number and its ending. */
export function modelStem(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return (split.exec(name)?.[1] ?? name).replace(/\.gguf$/i, '');
}

/** Where the file lies below `folder`. */
export function modelPath(folder: string, { repo, file, revision }: ModelReference): string {
  return join(folder, revision === 'main' ? repo : `${repo}@${revision}`, file);
}
