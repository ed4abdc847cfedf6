// The prebuilt engines of node-llama-cpp that npm run gpu and npm start install. Those for graphics processors are not in the lock file of the workspace: pnpm would install
// them for everybody, and a changed list of packages no longer matches that file. Each kind has a package with a lock file of its own,
// from which pnpm installs the engine, and this links it next to node-llama-cpp, which looks for it there.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The packages of each kind, by platform and processor. */
export const engines = {
  vulkan: { 'linux-x64': ['linux-x64-vulkan'] },
  cuda: { 'linux-x64': ['linux-x64-cuda', 'linux-x64-cuda-ext'] },
  // A lock file needs the checksum of each package. The registry from which these lock files were made has 3.21.1 of the engines for macOS
  // and Windows and not 3.22.1, and pnpm leaves out an optional package that it does not find. So npm start installs the exact version
  // without a lock file, and with one as soon as the folder has it.
  platform: {
    'darwin-arm64': ['mac-arm64-metal'],
    'darwin-x64': ['mac-x64'],
    'win32-x64': ['win-x64'],
    'win32-arm64': ['win-arm64'],
  },
};
/** Kinds that a user chooses. */
const choices = ['vulkan', 'cuda'];
const thisPlatform = `${process.platform}-${process.arch}`;

/** The folder with the package, and the lock file if there is one, of a kind. */
export const folderOf = (kind) => join(here, kind);

/** Whether the engine of the platform is installed separately. */
export const needsPlatformEngine = (platform = thisPlatform) => engines.platform[platform] !== undefined;

/**
 * The packages of a kind for a platform. Throws an Error in one sentence where there are none.
 * @param {string | undefined} kind
 * @param {string} [platform]
 */
export function enginesFor(kind, platform = thisPlatform) {
  if (engines[kind] === undefined) throw new Error(`usage: npm run gpu -- ${[...choices, 'off'].join('|')}`);
  const packages = engines[kind][platform];
  if (packages !== undefined) return packages;
  throw new Error(
    platform === 'darwin-arm64'
      ? 'The engine of a Mac has Metal: set gpu: true for a model, nothing needs to be installed'
      : `node-llama-cpp has no prebuilt engine for ${kind} on ${platform}; docs/guides/gpu.md lists the platforms`,
  );
}

/**
 * The folder in which node-llama-cpp looks for engines, in an installed workspace or a deployed service.
 * @param {string} root
 */
export function engineFolder(root) {
  const direct = ['packages/llama/node_modules', 'node_modules'].map((path) => join(root, path, 'node-llama-cpp'));
  const store = join(root, 'node_modules/.pnpm');
  const stored = existsSync(store) ? readdirSync(store).filter((name) => name.startsWith('node-llama-cpp@')) : [];
  const found = [...direct, ...stored.map((name) => join(store, name, 'node_modules/node-llama-cpp'))].find(existsSync);
  if (found === undefined)
    throw new Error(`${root} has no node-llama-cpp; install the workspace with its optional packages`);
  return join(dirname(realpathSync(found)), '@node-llama-cpp');
}

/** Version of the installed node-llama-cpp, next to its engines. */
export function libraryVersion(folder) {
  return JSON.parse(readFileSync(join(dirname(folder), 'node-llama-cpp/package.json'), 'utf8')).version;
}

/** All packages of the kinds that replace each other. */
const packagesLike = (kind) =>
  (kind === 'platform' ? [kind] : choices).flatMap((one) => Object.values(engines[one]).flat());

/**
 * Removes the engines of this kind and of those that it replaces, and those that `from` has for `names` take their place. A copy is for an image, which has
 * no folder of tools.
 * @param {string} folder as {@link engineFolder} returns it
 * @param {readonly string[]} names
 * @param {{ kind?: string, from?: string, copy?: boolean }} [options] `from` is the folder with the installed engines
 */
export function placeEngines(folder, names, { kind = 'vulkan', from = '', copy = false } = {}) {
  for (const name of packagesLike(kind)) rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const source = realpathSync(join(from, 'node_modules/@node-llama-cpp', name));
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    if (version !== libraryVersion(folder))
      throw new Error(`${name} is ${version}, and node-llama-cpp is ${libraryVersion(folder)}; run npm run gpu again`);
    if (copy) cpSync(source, join(folder, name), { recursive: true });
    else symlinkSync(source, join(folder, name), process.platform === 'win32' ? 'junction' : 'dir');
  }
}

/** The engines for graphics processors that are in place. */
export function placedEngines(folder) {
  return packagesLike('vulkan').filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}
