import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder with those above it, each for its user alone. Not Node's own `recursive`: that never ends where a folder that is there takes none, such as /proc. */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path && look(dirname(path)) === undefined) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else was first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true;
}

function look(path: string): ReturnType<typeof statSync> {
  return statSync(path, { throwIfNoEntry: false });
}
