import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { shardNames } from '../model-files/model-reference.js';
import type { RuntimeSettings } from '../process-messages.js';
import { packageFolders } from './package-folders.js';

/** What the process of a model can see of the file system. All paths are absolute and exist. */
export interface VisiblePaths {
  /** Files and folders to read, none within another. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Device files of graphics processors. */
  readonly devices: readonly string[];
  /** Symbolic links at the top of the file system, such as `/lib`, and their targets. */
  readonly links: readonly (readonly [path: string, target: string])[];
}

/** Libraries and programs of the system, and what finds them. Nothing in them belongs to a user. */
const systemPaths = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store', '/opt/cuda', '/opt/rocm'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/localtime'],
];
/** What drivers of graphics processors read. */
const driverPaths = ['/sys', '/etc/vulkan', '/etc/OpenCL', '/etc/glvnd', '/etc/nvidia'];
/** Environment variables that name folders with libraries. */
const folderVariables = ['LD_LIBRARY_PATH', 'CUDA_PATH', 'XDG_DATA_DIRS', 'VK_DRIVER_FILES', 'VK_ICD_FILENAMES'];
const deviceNames = /^(?:nvidia.*|dri|kfd|dxg)$/;

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The paths that the process needs to load and run the model of `settings`, on this machine. */
export function visiblePaths(
  { modelPath, gpu, compiledFolder }: Pick<RuntimeSettings, 'modelPath' | 'gpu' | 'compiledFolder'>,
  environment: NodeJS.ProcessEnv,
): VisiblePaths {
  const needed = [
    ...systemPaths,
    ...(gpu ? driverPaths : []),
    ...folderVariables.flatMap((name) => environment[name]?.split(':') ?? []).filter(isAbsolute),
    process.execPath,
    ...packageFolders(packageFolder),
    ...shardNames(modelPath),
  ].filter((path) => path !== sep && existsSync(path));
  const isLink = (path: string): boolean => dirname(path) === sep && lstatSync(path).isSymbolicLink();
  return {
    readable: outermost(needed.filter((path) => !isLink(path))),
    writable: gpu && compiledFolder !== undefined && existsSync(compiledFolder) ? [compiledFolder] : [],
    devices: gpu ? graphicsDevices() : [],
    links: needed.filter(isLink).map((path) => [path, readlinkSync(path)]),
  };
}

/** The device files of graphics processors on this machine; none except on Linux. */
export function graphicsDevices(): readonly string[] {
  return existsSync('/dev')
    ? readdirSync('/dev').flatMap((name) => (deviceNames.test(name) ? [`/dev/${name}`] : []))
    : [];
}

/** Without the paths that are within another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const sorted = [...new Set(paths.map((path) => path.replace(/(?<=.)\/+$/, '')))].sort();
  return sorted.filter((path) => !sorted.some((other) => path.startsWith(`${other}${sep}`)));
}
