import { homedir } from 'node:os';

/** A path in which `~` at the beginning is the home directory, as in a shell. */
export function expandHome(path: string): string {
  return /^~(?=[\\/]|$)/.test(path) ? homedir() + path.slice(1) : path;
}
