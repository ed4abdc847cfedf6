import { readdirSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { EngineError } from '@org/engine';
import { downloadFile, type Download } from './download-file.js';
import { exists } from './exists.js';
import type { ModelHub } from './model-hub.js';
import {
  formatModelReference,
  modelPath,
  parseModelReference,
  shardsOf,
  type ModelReference,
} from './model-reference.js';

export interface PullOptions extends Pick<Download, 'signal' | 'freeBytes' | 'retryDelay'> {
  readonly onProgress?: (name: string, received: number, size: number) => void;
}

/** A completely downloaded model file. */
export interface StoredModel {
  /** As `hf:ORG/REPO/FILE`. */
  readonly name: string;
  readonly bytes: number;
}

/** The folder of the model files that were loaded from a hub. */
export class ModelFolder {
  /** Absolute path. */
  constructor(readonly path: string) {}

  /**
   * Downloads the missing files of a model and returns the path of the file to open. Existing files are not
   * downloaded again.
   */
  async pull(reference: ModelReference, hub: ModelHub, options: PullOptions): Promise<string> {
    const shards = shardsOf(reference);
    for (const shard of shards) {
      const path = modelPath(this.path, shard);
      if (await exists(path)) continue;
      const name = formatModelReference(shard);
      const { onProgress, ...rest } = options;
      await downloadFile({
        ...rest,
        name,
        path,
        locate: () => hub.locate(shard, options.signal),
        read: (file, from) => hub.read(file, from, options.signal),
        ...(onProgress === undefined ? {} : { onProgress: (received, size) => onProgress(name, received, size) }),
      });
    }
    return modelPath(this.path, shards[0] ?? reference);
  }

  /** The complete files, as `hf:ORG/REPO/FILE`, in the order of their names. */
  references(): readonly string[] {
    try {
      return readdirSync(this.path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.gguf'))
        .flatMap((entry) => nameOf(relative(this.path, join(entry.parentPath, entry.name))) ?? [])
        .toSorted();
    } catch {
      return [];
    }
  }

  /** Lists all complete files by name. */
  async list(): Promise<readonly StoredModel[]> {
    const entries = await readdir(this.path, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.gguf'))
      .map((entry) => join(entry.parentPath, entry.name));
    const models = await Promise.all(
      files.map(async (path) => {
        const name = nameOf(relative(this.path, path));
        return name === undefined ? [] : [{ name, bytes: (await stat(path)).size }];
      }),
    );
    return models.flat().toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Removes a model with all its shards and partial downloads. Throws `not-found` when none of them exists. */
  async remove(reference: ModelReference): Promise<void> {
    let removed = false;
    for (const shard of shardsOf(reference)) {
      const path = modelPath(this.path, shard);
      const folder = dirname(path);
      const file = path.slice(folder.length + 1);
      for (const name of await readdir(folder).catch(() => [])) {
        if (name !== file && !(name.startsWith(`${file}.`) && name.endsWith('.part'))) continue;
        await rm(join(folder, name));
        removed = true;
      }
      await this.#removeEmpty(folder);
    }
    if (!removed) throw new EngineError('not-found', `${formatModelReference(reference)} is not in ${this.path}`);
  }

  async #removeEmpty(folder: string): Promise<void> {
    for (let at = folder; at.startsWith(this.path + sep); at = dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        return;
      }
    }
  }
}

/** The model name of a path; `undefined` for a file that is not from a hub. */
function nameOf(path: string): string | undefined {
  const [org = '', repo = '', ...file] = path.split(sep);
  const [name = '', revision = 'main'] = repo.split('@');
  try {
    return formatModelReference(parseModelReference(`hf:${org}/${name}/${file.join('/')}@${revision}`));
  } catch {
    return undefined;
  }
}
