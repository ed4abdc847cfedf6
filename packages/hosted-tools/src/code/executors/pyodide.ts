import { readdirSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readablePaths, systemPaths } from '@org/sandbox';
import { AgentSession } from '../agent/agent-session.js';
import type { CodeExecutor } from '../code-executor.js';
import type { PyodideProgram } from '../pyodide/pyodide-process.js';
import { workFolder } from '../work-folder.js';
import { configOf } from './agent-config.js';
import type { SandboxWay } from './sandbox-ways.js';

const agent = fileURLToPath(new URL('../pyodide/pyodide-agent.js', import.meta.url));
const child = fileURLToPath(new URL('../pyodide/pyodide-child.js', import.meta.url));

/**
 * Runs Python code with Pyodide in namespaces, for machines without Python. `wheels`: a folder with wheels that code may import. Throws an
 * Error where Pyodide is not installed.
 */
export function pyodideExecutor(way: SandboxWay, wheels?: string): CodeExecutor {
  const manifest = findPackageJSON('pyodide', import.meta.url);
  if (manifest === undefined) throw new Error('pyodide is not installed');
  const pyodide = dirname(realpathSync(manifest));
  // The programs of this package, with the module type of its manifest.
  const code = dirname(dirname(dirname(dirname(realpathSync(agent)))));
  const folder = wheels === undefined ? {} : { wheels: realpathSync(wheels) };
  const program: PyodideProgram = { node: process.execPath, program: realpathSync(child), code, pyodide, ...folder };
  const visible = {
    ...readablePaths([
      ...systemPaths,
      process.execPath,
      `${code}/dist`,
      `${code}/package.json`,
      pyodide,
      ...Object.values(folder),
    ]),
    ...{ writable: [], devices: [] },
  };
  return {
    name: `pyodide in namespaces by ${way.name}`,
    languages: new Set(['python']),
    description: `Python 3.14 (Pyodide) with its standard library${namesOf(wheels)}, without threads and processes.`,
    folder: workFolder,
    async start(limits) {
      const config = configOf(limits, workFolder, true);
      const node = [process.execPath, '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'];
      const command = [...node, realpathSync(agent), JSON.stringify(config), JSON.stringify(program)];
      return await AgentSession.start({
        ...way.command(command, visible, limits),
        environment: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', HOME: '/tmp' },
      });
    },
  };
}

/** The distributions of the wheels, for the model. */
function namesOf(wheels: string | undefined): string {
  const names = wheels === undefined ? [] : readdirSync(wheels).filter((name) => name.endsWith('.whl'));
  const distributions = [...new Set(names.map((name) => name.split('-', 1)[0] ?? name))];
  return distributions.map((name) => `, ${name}`).join('');
}
