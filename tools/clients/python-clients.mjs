// The official Python clients of both dialects, in a separate virtual environment.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from '../setup/run.mjs';
import { runProgram } from './run-program.mjs';

const packages = { openai: '3.22.1', anthropic: '1.13.0', websockets: '16.1.1' };
const folderIn = (folder) => join(folder, `python-${packages.openai}-${packages.anthropic}`);
const pathIn = (folder) => join(folderIn(folder), 'bin/python');
/** Written last, because the Python interpreter exists before its packages. */
const markerPath = (folder) => join(folderIn(folder), 'installed');

/** @type {import('./programs.mjs').Program} */
export const pythonClients = {
  title: 'Python',
  version: `openai ${packages.openai}, anthropic ${packages.anthropic}`,
  size: 'about 100 MB',
  isAvailable:
    spawnSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'], { stdio: 'ignore' })
      .status === 0,
  pathIn,
  isIn: (folder) => existsSync(markerPath(folder)),
  async install(folder) {
    await runStep('Creating an environment for Python', 'python3', ['-m', 'venv', '--clear', folderIn(folder)], {
      quiet: true,
    });
    const wanted = Object.entries(packages).map(([name, version]) => `${name}==${version}`);
    await runStep(
      `Installing ${wanted.join(', ')} (about 100 MB)`,
      pathIn(folder),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted],
      { quiet: true },
    );
    writeFileSync(markerPath(folder), '');
  },
};

/** Path of the program `name` of a scenario. */
export function programOf(name) {
  return fileURLToPath(new URL(`python/${name}.py`, import.meta.url));
}

/** Python that asks the service at `baseUrl`; everything that it warns of is an error. */
export function pythonIn({ program, home, cwd, baseUrl, key }) {
  /**
   * Runs the program of a scenario; throws what it found wrong, and returns the JSON that it prints.
   * @param {string} name name of a file in `python/`
   * @param {...string} args
   * @returns {Promise<any>} undefined when it prints nothing
   */
  return async function python(name, ...args) {
    const env = {
      HOME: home,
      SERVICE_URL: baseUrl,
      SERVICE_API_KEY: key,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
    };
    const { code, stdout, stderr } = await runProgram(program, ['-W', 'error', programOf(name), ...args], { cwd, env });
    if (code !== 0) throw new Error(`${name}.py ended with ${code}:\n${stderr}`);
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
}
