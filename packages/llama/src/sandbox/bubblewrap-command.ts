import type { VisiblePaths } from './visible-paths.js';

/** The command that runs `program` in namespaces of its own, with `bubblewrap`. */
export function bubblewrapCommand(
  bubblewrap: string,
  program: readonly string[],
  { readable, writable, devices, links }: VisiblePaths,
): readonly string[] {
  return [
    bubblewrap,
    // A user namespace even where the service runs as root: otherwise its process would have all privileges.
    ...['--unshare-user', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...links.flatMap(([path, target]) => ['--symlink', target, path]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...devices.flatMap((path) => ['--dev-bind', path, path]),
    // Libraries ask for the home directory, and no file of users says which one it is.
    ...['--setenv', 'HOME', '/tmp', '--chdir', '/', '--', ...program],
  ];
}
