import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { findProgram, readablePaths, systemPaths, type VisiblePaths } from '@org/sandbox';
import type { AgentConfig } from '../agent/agent-protocol.js';
import { AgentSession } from '../agent/agent-session.js';
import { pythonAgent } from '../agent/python-agent.js';
import type { CodeExecutor, CodeLimits } from '../code-executor.js';
import { workFolder } from '../work-folder.js';
import { configOf } from './agent-config.js';
import {
  codeEnvironment,
  type DescribedPython,
  describePython,
  hasSupportedVersion,
  maxDescribeMs,
  oldestVersion,
} from './python-facts.js';
import type { SandboxWay } from './sandbox-ways.js';

/** A Python of this machine. */
export interface HostPython {
  readonly path: string;
  /** Such as `3.13`. */
  readonly version: string;
  /** Folders that it needs besides those of the system. */
  readonly folders: readonly string[];
  /** Well-known data libraries that it has. */
  readonly libraries: readonly string[];
}

/** The Python at `path`, or the first of the machine. Throws an Error with the reason where none works. */
export function findPython(path: string | undefined, variables: NodeJS.ProcessEnv): HostPython {
  const system = '/usr/bin/python3';
  const found = path ?? (existsSync(system) ? system : findProgram('python3', variables));
  const { stdout, status } = spawnSync(found, ['-I', '-c', describePython], {
    encoding: 'utf8',
    timeout: maxDescribeMs,
    env: { PATH: variables['PATH'], HOME: '/' },
  });
  if (status !== 0) throw new Error(`${found} does not run`);
  const described: DescribedPython = JSON.parse(stdout);
  const { version, prefix, basePrefix, executable, libraries } = described;
  if (!hasSupportedVersion(described)) throw new Error(`${found} is older than Python ${oldestVersion}`);
  // A program that chooses among versions cannot run in a sandbox, which shows one of them.
  const real = realpathSync(executable);
  return {
    path: executable,
    version,
    folders: [...new Set([prefix, basePrefix, dirname(real), executable])].filter((one) => !one.startsWith('/usr')),
    libraries,
  };
}

/** Runs code with a Python and the shell of this machine. */
export function hostPythonExecutor(python: HostPython, way: SandboxWay | undefined): CodeExecutor {
  const { libraries } = python;
  return {
    name: way === undefined ? 'python without isolation' : `python in namespaces by ${way.name}`,
    languages: new Set(['python', 'bash']),
    description: `Python ${python.version} with its standard library${libraries.length === 0 ? '' : ` and ${libraries.join(', ')}`}.`,
    folder: workFolder,
    async start(limits) {
      return way === undefined ? await startPlain(python, limits) : await startIn(way, python, limits);
    },
  };
}

function visibleOf({ folders }: HostPython): VisiblePaths {
  return { ...readablePaths([...systemPaths, ...folders]), writable: [], devices: [] };
}

async function startIn(way: SandboxWay, python: HostPython, limits: CodeLimits): Promise<AgentSession> {
  const program = programOf(python, configOf(limits, workFolder, true));
  return await AgentSession.start({ ...way.command(program, visibleOf(python), limits), environment: codeEnvironment });
}

/** Without namespaces the work folder is a folder of the machine. */
async function startPlain(python: HostPython, limits: CodeLimits): Promise<AgentSession> {
  const folder = await mkdtemp(join(tmpdir(), 'container-'));
  const remove = (): void => void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const uid = process.getuid?.() === 0 ? 60_990 : undefined;
  try {
    if (uid !== undefined) await chown(folder, uid, uid);
    const session = await AgentSession.start({
      command: programOf(python, configOf(limits, folder, false)),
      environment: { ...codeEnvironment, HOME: folder },
      ...(uid === undefined ? {} : { uid }),
    });
    void session.ended.then(remove);
    return session;
  } catch (thrown) {
    remove();
    throw thrown;
  }
}

function programOf({ path }: HostPython, config: AgentConfig): readonly string[] {
  return [path, '-I', '-B', '-c', pythonAgent, JSON.stringify(config)];
}
