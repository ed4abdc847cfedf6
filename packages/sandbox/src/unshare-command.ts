import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { lockedOptionsOf } from './mount-flags.js';
import type { SandboxOptions } from './sandbox-options.js';
import type { VisiblePaths } from './visible-paths.js';

/** Folders that exist on every Linux system. The sandbox covers one of them for its own process while it is assembled. */
const bases = ['/mnt', '/media', '/srv', '/tmp', '/run'];
/** Devices that every program may need. */
const plainDevices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];
const temporaryBytes = '64m';

/**
 * The command that runs `program` in namespaces of its own, with `unshare`, `mount`, `pivot_root` and `setpriv` of util-linux. Unless
 * the program is the first process, the shell stays as that, because the kernel ignores signals of the first process to itself.
 */
export function unshareCommand(
  unshare: string,
  program: readonly string[],
  visible: VisiblePaths,
  options: SandboxOptions = {},
): readonly string[] {
  const kinds = ['mount', 'pid', 'net', 'ipc', 'uts', 'cgroup'];
  // Root needs no user namespace to assemble the sandbox, and without one it can bind paths that only root can open.
  const namespaces = options.uid === undefined ? ['user', ...kinds] : kinds;
  return [
    ...[unshare, ...namespaces.map((name) => `--${name}`)],
    ...(options.uid === undefined ? ['--map-root-user'] : []),
    ...['--fork', '--kill-child=KILL'],
    ...['/bin/sh', '-c', assembly(visible, options), 'sh', ...program],
  ];
}

/** The script that assembles the file system, removes the rest and gives up all privileges. */
function assembly({ readable, writable, devices, links }: VisiblePaths, options: SandboxOptions): string {
  const mountInfo = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  const base = bases.find((one) => existsSync(one) && !readable.some((path) => isWithin(path, one)));
  if (base === undefined)
    throw new Error('Each folder in which the sandbox can be assembled has a file that the program needs.');
  const { temporary = [] } = options;
  const covered = readable.find((path) => temporary.some((folder) => isWithin(path, folder.path)));
  if (covered !== undefined) throw new Error(`${covered} is in a folder that the sandbox replaces`);
  const allDevices = [...plainDevices.filter((path) => existsSync(path)), ...devices];
  const sources = [...readable, ...writable, ...allDevices];
  const folders = [
    ...['proc', 'tmp', 'dev/shm', 'old'],
    ...sources.map((path) => (statSync(path).isDirectory() ? path : dirname(path)).slice(1)),
    ...links.map(([path]) => dirname(path).slice(1)),
    ...temporary.map(({ path }) => path.slice(1)),
  ].filter((path) => path !== '');
  const files = sources.filter((path) => !statSync(path).isDirectory()).map((path) => path.slice(1));
  const bind = (path: string, bindOptions: readonly string[]): string =>
    `${forTable(path)} ${forTable(base + path)} none ${bindOptions.join(',')} 0 0`;
  const locked = (path: string): readonly string[] => lockedOptionsOf(path, mountInfo);
  const table = [
    ...readable.map((path) => bind(path, ['rbind', 'ro', ...new Set(['nosuid', 'nodev', ...locked(path)])])),
    ...writable.map((path) => bind(path, ['rbind', ...new Set(['nosuid', 'nodev', 'noexec', ...locked(path)])])),
    ...allDevices.map((path) => bind(path, ['rbind'])),
    ...temporary.map(
      ({ path, maxBytes, maxFiles }) =>
        `tmpfs ${forTable(base + path)} tmpfs size=${maxBytes},nr_inodes=${maxFiles},mode=1777,nosuid,nodev 0 0`,
    ),
    `proc ${base}/proc proc nosuid,nodev,noexec 0 0`,
  ];
  return [
    'set -e',
    `mount -n -t tmpfs -o size=${temporaryBytes},mode=755,nosuid,nodev tmpfs ${base}`,
    `cd ${base}`,
    `mkdir -p ${folders.map(quote).join(' ')}`,
    ...files.map((path) => `: > ${quote(path)}`),
    ...links.map(([path, target]) => `ln -s ${quote(target)} ${quote(path.slice(1))}`),
    `cat > table <<'TABLE'`,
    ...table,
    'TABLE',
    'mount -n -a -T table',
    'pivot_root . old',
    'cd /',
    'umount -n -l /old',
    'rmdir /old',
    'rm /table',
    ...(options.temporary === undefined ? [] : ['mount -n -o remount,bind,ro,nosuid,nodev /']),
    // Libraries ask for the home directory, and no file of users says which one it is.
    'export HOME=/tmp',
    ...dropPrivileges(options),
  ].join('\n');
}

/** With a further user namespace the process would regain privileges within it. */
const forbidNamespaces = 'echo 0 > /proc/sys/user/max_user_namespaces';
const dropCapabilities = 'setpriv --no-new-privs --bounding-set=-all --inh-caps=-all';

function dropPrivileges({ uid, isFirstProcess = false }: SandboxOptions): readonly string[] {
  if (uid !== undefined) {
    // A namespace of the user has its own count of processes and can forbid further namespaces. A machine that permits the
    // user no namespace permits none to the program either. The kernel forgets the parent's signal when a user changes.
    const inNamespace = ['set -e', forbidNamespaces, `exec ${dropCapabilities} --pdeathsig KILL -- "$@"`].join('\n');
    const inner = [
      'set -e',
      'if unshare --user --map-root-user true 2> /dev/null; then',
      `exec unshare --user --map-root-user /bin/sh -c ${quote(inNamespace)} sh "$@"`,
      'fi',
      'exec setpriv --no-new-privs --pdeathsig KILL -- "$@"',
    ].join('\n');
    const own = `setpriv --reuid ${uid} --regid ${uid} --clear-groups --bounding-set=-all --inh-caps=-all`;
    return [`exec ${own} -- /bin/sh -c ${quote(inner)} sh "$@"`];
  }
  if (isFirstProcess) return [forbidNamespaces, `exec ${dropCapabilities} --pdeathsig KILL -- "$@"`];
  return [forbidNamespaces, `${dropCapabilities} -- "$@"`, 'exit $?'];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A path as tables of file systems write it. */
function forTable(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
