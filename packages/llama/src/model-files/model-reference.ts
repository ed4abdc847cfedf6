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

const form = /^hf:([\w-][\w.-]*\/[\w-][\w.-]*)\/((?:[\w-][\w. +-]*\/)*[\w-][\w. +-]*\.gguf)(?:@([\w-][\w.-]*))?$/;
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
      `${JSON.stringify(text.slice(0, 300))} is not a model file; the form is hf:ORG/REPO/FILE.gguf, where @REVISION may follow`,
    );
  }
  return { repo, file, revision };
}

export function formatModelReference({ repo, file, revision }: ModelReference): string {
  return `hf:${repo}/${file}${revision === 'main' ? '' : `@${revision}`}`;
}

/** All files of the referenced model: any shard identifies a sharded model. The first file is the one to load. */
export function shardsOf(reference: ModelReference): readonly ModelReference[] {
  const [, stem, , last = ''] = split.exec(reference.file) ?? [];
  const count = Number(last);
  if (stem === undefined || count < 1 || count > maxShards) return [reference];
  return Array.from({ length: count }, (_, index) => ({
    ...reference,
    file: `${stem}-${String(index + 1).padStart(5, '0')}-of-${last}.gguf`,
  }));
}

/** Where the file lies below `folder`. */
export function modelPath(folder: string, { repo, file, revision }: ModelReference): string {
  return join(folder, revision === 'main' ? repo : `${repo}@${revision}`, file);
}
