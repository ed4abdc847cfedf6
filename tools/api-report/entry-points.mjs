// The public modules of the packages: what `exports` in each package.json names, as the declarations that the build writes.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * @typedef {object} EntryPoint
 * @property {string} specifier the import specifier, for example `@org/engine/testing`
 * @property {string} file path of its declarations
 */

/**
 * Every package with its entry points, sorted by name.
 * @param {string} root folder of the workspace
 * @returns {{ name: string, folder: string, entryPoints: EntryPoint[] }[]}
 */
export function findPackages(root) {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => {
      const folder = join(root, dirname(path));
      const { name, exports } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      const entryPoints = Object.entries(exports)
        .filter(([, target]) => target.types !== undefined)
        .map(([subpath, { types }]) => ({ specifier: posix.join(name, subpath), file: join(folder, types) }));
      return { name, folder, entryPoints };
    });
}
