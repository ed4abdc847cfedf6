import type { SandboxOptions, TemporaryFolder } from './sandbox-options.js';
import type { VisiblePaths } from './visible-paths.js';

/** The command that runs `program` in namespaces of its own, with `bubblewrap`. */
export function bubblewrapCommand(
  bubblewrap: string,
  program: readonly string[],
  { readable, writable, devices, links }: VisiblePaths,
  { temporary, isFirstProcess = false }: Omit<SandboxOptions, 'uid'> = {},
): readonly string[] {
  return [
    bubblewrap,
    // A user namespace even where the service runs as root: otherwise its process would have all privileges.
    ...['--unshare-user', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...(isFirstProcess ? ['--as-pid-1'] : []),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...(temporary?.flatMap(mountTemporary) ?? ['--tmpfs', '/tmp']),
    ...links.flatMap(([path, target]) => ['--symlink', target, path]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...devices.flatMap((path) => ['--dev-bind', path, path]),
    // Nothing else is writable, and no further user namespace gives the program privileges.
    ...(temporary === undefined ? [] : ['--remount-ro', '/', '--disable-userns']),
    // Libraries ask for the home directory, and no file of users says which one it is.
    ...['--setenv', 'HOME', '/tmp', '--chdir', '/', '--', ...program],
  ];
}

function mountTemporary({ path, maxBytes }: TemporaryFolder): readonly string[] {
  return ['--size', String(maxBytes), '--perms', '1777', '--tmpfs', path];
}
