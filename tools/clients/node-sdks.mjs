// The official clients of both vendors for JavaScript and the frameworks that use their APIs, in a separate folder, as
// programs of the check.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from '../setup/run.mjs';
import { runProgram } from './run-program.mjs';

const clients = { '@anthropic-ai/sdk': '1.14.0', openai: '7.59.0' };
const packages = {
  ...clients,
  '@openai/agents': '0.20.0',
  ai: '7.0.173',
  '@ai-sdk/anthropic': '4.0.105',
  '@ai-sdk/openai': '4.0.118',
  '@langchain/core': '1.4.0',
  '@langchain/anthropic': '1.5.11',
  '@langchain/openai': '1.6.0',
  ws: '8.23.0',
  zod: '4.6.7',
};
const size = 'about 200 MB';
const folderIn = (folder) => join(folder, `node-sdks-${Object.values(clients).join('-')}`);
const isIn = (folder) =>
  Object.entries(packages).every(([name, version]) => installedVersion(folderIn(folder), name) === version);

/** @type {import('./programs.mjs').Program} */
export const nodeSdks = {
  title: 'JavaScript',
  version: Object.entries(clients)
    .map((named) => named.join(' '))
    .join(', '),
  size,
  isAvailable: true,
  pathIn: folderIn,
  isIn,
  async install(folder) {
    const prefix = folderIn(folder);
    mkdirSync(prefix, { recursive: true });
    writeFileSync(join(prefix, 'package.json'), '{"private":true}\n');
    const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
    await runStep(
      `Installing ${names.join(', ')} (${size})`,
      'npm',
      ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...names],
      { quiet: true },
    );
    if (!isIn(folder)) throw new Error(`npm has installed no ${names.join(' and no ')}`);
  },
};

/** The version of a package in `prefix`; undefined without it. */
function installedVersion(prefix, name) {
  try {
    return JSON.parse(readFileSync(join(prefix, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Path of the program `name` of a scenario. */
export function nodeProgramOf(name) {
  return fileURLToPath(new URL(`node/${name}.mjs`, import.meta.url));
}

/** JavaScript that calls the service at `baseUrl` with the clients in the folder `program`. */
export function nodeSdksIn({ program, home, cwd, baseUrl, key }) {
  /**
   * Runs the program of a scenario and returns the JSON that it prints.
   * @param {string} name name of a file in `node/`
   * @param {object} [options] what the program receives
   * @returns {Promise<any>}
   */
  return async function node(name, options = {}) {
    const env = { HOME: home, SDK_FOLDER: program, SERVICE_URL: baseUrl, SERVICE_API_KEY: key };
    const args = [nodeProgramOf(name), JSON.stringify(options)];
    const { code, stdout, stderr } = await runProgram(process.execPath, args, { cwd, env, timeoutMs: 30_000 });
    if (code !== 0) throw new Error(`${name}.mjs ended with ${code}:\n${stderr}`);
    return JSON.parse(stdout);
  };
}
