import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * The folders with the code of the package in `folder` and of all its dependencies. A package in a `node_modules` brings the
 * outermost one: package managers link packages across it.
 */
export function packageFolders(folder: string): readonly string[] {
  const folders = new Set<string>();
  collect(realpathSync(folder), folders);
  return [...folders];
}

function collect(folder: string, folders: Set<string>): void {
  const inModules = outermostModules(folder);
  if (inModules !== undefined) {
    folders.add(inModules);
    return;
  }
  if (folders.has(folder)) return;
  folders.add(folder);
  for (const name of dependenciesOf(folder)) {
    const found = findPackage(name, folder);
    if (found !== undefined) collect(found, folders);
  }
}

/** `/a/node_modules` of `/a/node_modules/x/node_modules/y`. */
function outermostModules(folder: string): string | undefined {
  const parts = folder.split(sep);
  const index = parts.indexOf('node_modules');
  return index < 0 ? undefined : parts.slice(0, index + 1).join(sep);
}

function dependenciesOf(folder: string): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) return [];
  const names = (member: unknown): readonly string[] =>
    typeof member === 'object' && member !== null ? Object.keys(member) : [];
  return [
    ...('dependencies' in manifest ? names(manifest.dependencies) : []),
    ...('optionalDependencies' in manifest ? names(manifest.optionalDependencies) : []),
  ];
}

function findPackage(name: string, from: string): string | undefined {
  const found = join(from, 'node_modules', name);
  if (existsSync(found)) return realpathSync(found);
  const parent = dirname(from);
  return parent === from ? undefined : findPackage(name, parent);
}
