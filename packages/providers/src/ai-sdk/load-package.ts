import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolve } from 'import-meta-resolve';
import { EngineError } from '@org/engine';
import { codeOf } from './code-of.js';
import { packageName } from './package-name.js';

/** Exports of a module from another package, so their types are unknown. */
export type ModuleExports = Readonly<Record<string, unknown>>;

export interface PackageRequest {
  /** Package name, with a subpath where the package has several entries: `@ai-sdk/google-vertex/anthropic`. */
  readonly package: string;
  /**
   * Absolute folders. Each is searched as Node would resolve from a file in it; this module's own location is
   * last.
   */
  readonly folders: readonly string[];
}

/**
 * Imports a package that the operator has installed. Throws `not-found` with the command that installs it when no folder
 * has it, `unsupported` when it cannot be loaded.
 */
export async function loadPackage({ package: specifier, folders }: PackageRequest): Promise<ModuleExports> {
  const name = packageName(specifier);
  const url = findPackage(specifier, folders);
  if (url === undefined)
    throw new EngineError(
      'not-found',
      `the package ${name} is not installed; install it with: ${installCommand(name, folders)}`,
      { retryable: false },
    );
  try {
    return (await import(url)) as ModuleExports;
  } catch (cause) {
    throw new EngineError('unsupported', `the service cannot load the package ${name}: ${reasonOf(cause)}`, {
      cause,
      retryable: false,
    });
  }
}

function findPackage(specifier: string, folders: readonly string[]): string | undefined {
  const parents = [...folders.map((folder) => pathToFileURL(join(folder, 'any.js')).href), import.meta.url];
  for (const parent of parents) {
    try {
      return resolve(specifier, parent);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ERR_MODULE_NOT_FOUND')
        throw new EngineError(
          'unsupported',
          `the service cannot load the package ${specifier}: ${code ?? 'unknown reason'}`,
          {
            cause: error,
            retryable: false,
          },
        );
    }
  }
  return undefined;
}

/** The last folder is the one created for packages. */
function installCommand(name: string, folders: readonly string[]): string {
  const folder = folders.at(-1);
  return folder === undefined ? `npm install ${name}` : `npm install --prefix ${quote(folder)} ${name}`;
}

function quote(path: string): string {
  return /^[\w./@~+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function reasonOf(cause: unknown): string {
  return codeOf(cause) ?? (cause instanceof Error ? `${cause.name} during the import` : 'unknown reason');
}
