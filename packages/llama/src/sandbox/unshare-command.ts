import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { lockedOptionsOf } from './mount-flags.js';
import type { VisiblePaths } from './visible-paths.js';

/** Folders that exist on every Linux system. The sandbox covers one of them for its own process while it is assembled. */
const bases = ['/mnt', '/media', '/srv', '/tmp', '/run'];
/** Devices that every program may need. */
const plainDevices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];
const temporaryBytes = '64m';

/**
 * The command that runs `program` in namespaces of its own, with `unshare`, `mount`, `pivot_root` and `setpriv` of util-linux. The
 * shell stays as the first process of the process namespace, because the kernel ignores signals of that process to itself.
 */
export function unshareCommand(unshare: string, program: readonly string[], visible: VisiblePaths): readonly string[] {
  const namespaces = ['user', 'mount', 'pid', 'net', 'ipc', 'uts', 'cgroup'].map((name) => `--${name}`);
  return [
    ...[unshare, ...namespaces, '--map-root-user', '--fork', '--kill-child=KILL'],
    ...['/bin/sh', '-c', assembly(visible), 'sh', ...program],
  ];
}

/** The script that assembles the file system, removes the rest and gives up all privileges. */
function assembly({ readable, writable, devices, links }: VisiblePaths): string {
  const mountInfo = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  const base = bases.find((one) => existsSync(one) && !readable.some((path) => isWithin(path, one)));
  if (base === undefined)
    throw new Error('Each folder in which the sandbox can be assembled has a file that the model needs.');
  const allDevices = [...plainDevices.filter((path) => existsSync(path)), ...devices];
  const sources = [...readable, ...writable, ...allDevices];
  const folders = [
    ...['proc', 'tmp', 'dev/shm', 'old'],
    ...sources.map((path) => (statSync(path).isDirectory() ? path : dirname(path)).slice(1)),
    ...links.map(([path]) => dirname(path).slice(1)),
  ].filter((path) => path !== '');
  const files = sources.filter((path) => !statSync(path).isDirectory()).map((path) => path.slice(1));
  const bind = (path: string, options: readonly string[]): string =>
    `${forTable(path)} ${forTable(base + path)} none ${options.join(',')} 0 0`;
  const locked = (path: string): readonly string[] => lockedOptionsOf(path, mountInfo);
  const table = [
    ...readable.map((path) => bind(path, ['rbind', 'ro', ...new Set(['nosuid', 'nodev', ...locked(path)])])),
    ...writable.map((path) => bind(path, ['rbind', ...new Set(['nosuid', 'nodev', 'noexec', ...locked(path)])])),
    ...allDevices.map((path) => bind(path, ['rbind'])),
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
    // With a further user namespace the process would regain privileges within it.
    'echo 0 > /proc/sys/user/max_user_namespaces',
    // Libraries ask for the home directory, and no file of users says which one it is.
    'export HOME=/tmp',
    'setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"',
    'exit $?',
  ].join('\n');
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
