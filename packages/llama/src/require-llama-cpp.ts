import { findPackageJSON } from 'node:module';

import { ModelLoadError } from '@org/engine';

/** The optional dependency that runs models. */
const library = 'node-llama-cpp';

/**
 * Throws a {@link ModelLoadError} with the command that installs node-llama-cpp where it is missing. The library is an optional
 * dependency: a service with upstream models alone runs without it.
 *
 * @param find returns where the library is, or throws. Default: Node's own search, from this package.
 */
export function requireLlamaCpp(find: (name: string) => unknown = findFromHere): void {
  try {
    find(library);
  } catch {
    throw new ModelLoadError(
      `${library} is not installed. Models with kind: llama need it. ` +
        'In the folder of the service, this command installs it: npx --yes pnpm install',
    );
  }
}

function findFromHere(name: string): unknown {
  return findPackageJSON(name, import.meta.url);
}
