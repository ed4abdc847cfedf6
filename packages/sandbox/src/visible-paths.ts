import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** What a process can see of the file system. All paths are absolute and exist. */
export interface VisiblePaths {
  /** Files and folders to read, none within another. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Device files in addition to those that every program may need. */
  readonly devices: readonly string[];
  /** Symbolic links at the top of the file system, such as `/lib`, and their targets. */
  readonly links: readonly (readonly [path: string, target: string])[];
}

/** Libraries and programs of the system, and what finds them. Nothing in them belongs to a user. */
export const systemPaths: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store', '/opt/cuda', '/opt/rocm'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/localtime'],
];

/** Those of `paths` that exist, to read. */
export function readablePaths(paths: readonly string[]): Pick<VisiblePaths, 'readable' | 'links'> {
  const needed = paths.filter((path) => path !== sep && existsSync(path));
  const isLink = (path: string): boolean => dirname(path) === sep && lstatSync(path).isSymbolicLink();
  return {
    readable: outermost(needed.filter((path) => !isLink(path))),
    links: needed.filter(isLink).map((path) => [path, readlinkSync(path)]),
  };
}

/** Without the paths that are within another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const sorted = [...new Set(paths.map((path) => path.replace(/(?<=.)\/+$/, '')))].sort();
  return sorted.filter((path) => !sorted.some((other) => path.startsWith(`${other}${sep}`)));
}
