import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents, each accessible to its user alone. Does not use Node's own `recursive`, which never
 * returns when an existing folder accepts no entries, such as /proc.
 */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path && look(dirname(path)) === undefined) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true;
}

function look(path: string): ReturnType<typeof statSync> {
  return statSync(path, { throwIfNoEntry: false });
}
