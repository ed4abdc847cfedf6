import { createServer } from 'node:net';
import { once } from 'node:events';

import { identifyPaths, identifySelf } from '@org/sandbox';
import type { CodeExecutor, CodeLimits } from './code-executor.js';
import { dockerExecutor, type DockerSettings } from './executors/docker.js';
import { findPython, hostPythonExecutor } from './executors/host-python.js';
import { pyodideExecutor } from './executors/pyodide.js';
import { sandboxWays, type SandboxWay } from './executors/sandbox-ways.js';

/** What runs code: containers of Docker, the Python of the machine, or Pyodide. */
export type ExecutorKind = 'docker' | 'python' | 'pyodide';

/** What decides which executors can work. */
export interface ExecutorSettings {
  /** `namespaces`: only where the kernel separates code from the service. `process`: also as a plain process. */
  readonly isolation: 'namespaces' | 'process';
  /** Which executors may run code, in this order. Default: Docker where it is set, the Python of the machine, then Pyodide. */
  readonly executors?: readonly ExecutorKind[] | undefined;
  /** Folder with wheels for Pyodide. */
  readonly wheels?: string | undefined;
  /** Containers for the executor `docker`. */
  readonly docker?: DockerSettings | undefined;
  /** A Python of the machine. Default: `/usr/bin/python3`, or the first in `PATH`. */
  readonly python?: string | undefined;
  /** Files and folders of the service that code must not read. */
  readonly privatePaths: readonly string[];
  readonly limits: CodeLimits;
}

/** The executor that passed its tests, if any, and why each stronger one did not. */
export interface FoundExecutor {
  readonly executor?: CodeExecutor;
  readonly unmet: readonly string[];
}

/**
 * Finds the strongest executor of this machine: each one starts, and tries to leave its sandbox. The service trusts none
 * that was not tried.
 */
export async function findCodeExecutor(settings: ExecutorSettings): Promise<FoundExecutor> {
  const unmet: string[] = [];
  for (const { name, make, isTested } of candidates(settings)) {
    try {
      const executor = await make();
      await tryExecutor(executor, settings, isTested);
      return { executor, unmet };
    } catch (thrown) {
      unmet.push(`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  return { unmet };
}

interface Candidate {
  readonly name: string;
  readonly make: () => CodeExecutor | Promise<CodeExecutor>;
  /** Whether it must withstand the attempts to leave it. */
  readonly isTested: boolean;
}

function candidates({
  isolation,
  python,
  docker,
  wheels,
  executors = [...(docker === undefined ? [] : (['docker'] as const)), 'python', 'pyodide'],
}: ExecutorSettings): readonly Candidate[] {
  const ways = sandboxWays(process.env);
  const hostPython = (way: SandboxWay | undefined): CodeExecutor =>
    hostPythonExecutor(findPython(python, process.env), way);
  const isolated = executors.flatMap((kind): readonly Candidate[] => {
    if (kind === 'docker')
      return docker === undefined
        ? []
        : [{ name: 'docker', make: () => dockerExecutor(docker, process.env), isTested: true }];
    return ways.map((way) => ({
      name: `${kind} by ${way.name}`,
      make: () => (kind === 'python' ? hostPython(way) : pyodideExecutor(way, wheels)),
      isTested: true,
    }));
  });
  if (isolation !== 'process' || !executors.includes('python')) return isolated;
  return [...isolated, { name: 'python', make: () => hostPython(undefined), isTested: false }];
}

/** Starts an executor and runs code. Throws an Error with the reason where it does not work or does not isolate. */
async function tryExecutor(
  executor: CodeExecutor,
  { limits, privatePaths }: ExecutorSettings,
  isTested: boolean,
): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const session = await executor.start(limits);
    try {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const attempts = { service: identifySelf(), paths: identifyPaths(privatePaths), port };
      const escapes = isTested ? await session.probe(attempts) : [];
      if (escapes.length > 0) throw new Error(`it does not prevent access to: ${escapes.join(', ')}`);
      const { stdout } = await session.run({ language: 'python', code: '6 * 7', limitMs: 20_000 });
      if (stdout !== '42\n') throw new Error('it does not run Python code');
    } finally {
      await session.stop();
    }
  } finally {
    server.close();
  }
}
