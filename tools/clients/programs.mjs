// The clients that are checked, at the versions that are checked.
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runStep } from '../setup/run.mjs';
import { nodeSdks } from './node-sdks.mjs';
import { pythonClients } from './python-clients.mjs';

/** Outside the workspace, because all clients are large, and one of them is not open source. */
export const defaultFolder = join(homedir(), '.cache/model-response-service/clients');

const target = `${process.platform}-${process.arch}`;
const rustTargets = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/**
 * @typedef {object} Program
 * @property {string} title
 * @property {string} version
 * @property {string} size download size, as text
 * @property {boolean} isAvailable whether a build for this machine exists
 * @property {(folder: string) => string} pathIn path of the program after an installation in `folder`
 * @property {(folder: string) => boolean} isIn whether `folder` contains an installation
 * @property {(folder: string) => Promise<void>} install
 */

/** By name. @type {Record<string, Program>} */
export const programs = {
  codex: ofNpm({
    title: 'Codex',
    package: '@openai/codex',
    version: '0.171.0',
    file: `@openai/codex-${target}/vendor/${rustTargets[target]}/bin/codex`,
  }),
  claude: ofNpm({
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    file: `@anthropic-ai/claude-code-${target}/claude`,
  }),
  copilot: ofNpm({
    title: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    file: `@github/copilot-${target}/copilot`,
  }),
  opencode: ofNpm({
    title: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    file: `opencode-${target}/bin/opencode`,
  }),
  node: nodeSdks,
  python: pythonClients,
};

/**
 * A program from npm; `file` is its path in the package of this platform.
 * @returns {Program}
 */
function ofNpm({ title, package: name, version, file }) {
  const folderIn = (folder) => join(folder, `${name.replace(/^.*\//, '')}-${version}`);
  const pathIn = (folder) => join(folderIn(folder), 'node_modules', file);
  const isIn = (folder) => existsSync(pathIn(folder));
  return {
    title,
    version,
    size: 'about 400 MB',
    isAvailable: target in rustTargets,
    pathIn,
    isIn,
    // The installation runs no scripts of the package.
    async install(folder) {
      const prefix = folderIn(folder);
      mkdirSync(prefix, { recursive: true });
      await runStep(
        `Installing ${title} ${version} (about 400 MB)`,
        'npm',
        [
          'install',
          '--prefix',
          prefix,
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          '--no-save',
          `${name}@${version}`,
        ],
        { quiet: true },
      );
      if (!isIn(folder)) throw new Error(`${name} ${version} contains no program for ${target}`);
    },
  };
}
