// The official clients of both vendors for JavaScript, in a separate folder, as programs of the check.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from '../setup/run.mjs';
import { runProgram } from './run-program.mjs';

const packages = { '@anthropic-ai/sdk': '1.14.0', openai: '7.59.0' };
const folderIn = (folder) => join(folder, `node-sdks-${Object.values(packages).join('-')}`);
const isIn = (folder) => existsSync(join(folderIn(folder), 'node_modules/openai/package.json'));

/** @type {import('./programs.mjs').Program} */
export const nodeSdks = {
  title: 'JavaScript',
  version: Object.entries(packages)
    .map((named) => named.join(' '))
    .join(', '),
  size: 'about 40 MB',
  isAvailable: true,
  pathIn: folderIn,
  isIn,
  async install(folder) {
    const prefix = folderIn(folder);
    mkdirSync(prefix, { recursive: true });
    writeFileSync(join(prefix, 'package.json'), '{"private":true}\n');
    const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
    await runStep(
      `Installing ${names.join(', ')} (about 40 MB)`,
      'npm',
      ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...names],
      { quiet: true },
    );
    if (!isIn(folder)) throw new Error(`npm has installed no ${names.join(' and no ')}`);
  },
};

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
    const { code, stdout, stderr } = await runProgram(process.execPath, args, { cwd, env, timeoutMs: 20_000 });
    if (code !== 0) throw new Error(`${name}.mjs ended with ${code}:\n${stderr}`);
    return JSON.parse(stdout);
  };
}
