import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { findProgram } from '@org/sandbox';
import { AgentSession } from '../agent/agent-session.js';
import { pythonAgent } from '../agent/python-agent.js';
import type { CodeExecutor, CodeLimits } from '../code-executor.js';
import { workFolder } from '../work-folder.js';
import { configOf } from './agent-config.js';
import {
  codeEnvironment,
  describePython,
  hasSupportedVersion,
  maxDescribeMs,
  type DescribedPython,
} from './python-facts.js';
import { maxFiles, takeUid } from './sandbox-ways.js';

const run = promisify(execFile);

/** Containers of Docker, or of a program with the same commands. */
export interface DockerSettings {
  /** An image of the daemon's machine with Python, such as `python:3.14-slim`. The service downloads none. */
  readonly image: string;
  /** Such as `runsc`, gVisor's. Default: that of the daemon. */
  readonly runtime?: string | undefined;
  /** URL of the daemon, which may be that of another machine. Default: that of the environment, else this machine's. */
  readonly host?: string | undefined;
}

/** Memory of a container besides that of code and its files, in MiB. The agent ends code earlier, at its own limit. */
const ownMiB = 128;
/** Weight of a container where processors are scarce; that of the service is 1024. */
const cpuShares = 102;

/** Runs code with the Python and the shell of an image. Throws an Error with the reason where Docker or Python do not work. */
export async function dockerExecutor(
  { image, runtime, host }: DockerSettings,
  variables: NodeJS.ProcessEnv,
): Promise<CodeExecutor> {
  const docker = findProgram('docker', variables);
  const environment = dockerEnvironment(variables, host);
  const { version, libraries, hasShell, executable } = await describeImage(docker, { image, runtime }, environment);
  return {
    name: `python in Docker${runtime === undefined ? '' : ` by ${runtime}`}`,
    languages: new Set(hasShell ? ['python', 'bash'] : ['python']),
    description: `Python ${version} with its standard library${libraries.length === 0 ? '' : ` and ${libraries.join(', ')}`}.`,
    folder: workFolder,
    async start(limits) {
      const name = `code-${randomUUID()}`;
      const options = [...optionsOf(limits), ...(runtime === undefined ? [] : ['--runtime', runtime])];
      const codeVariables = { ...codeEnvironment, PATH: `${dirname(executable)}:${codeEnvironment.PATH}` };
      const program = ['-I', '-B', '-c', pythonAgent, JSON.stringify(configOf(limits, workFolder, true))];
      return await AgentSession.start({
        command: [docker, 'run', '--name', name, ...options, ...startOf(image, executable, codeVariables), ...program],
        // A container outlives the command that has started it.
        removeCommand: [docker, 'rm', '--force', name],
        environment,
      });
    },
  };
}

/** The agent is the first process of a container without a network, whose files are in memory. */
function optionsOf({ memoryMiB, filesMiB, maxProcesses }: CodeLimits): readonly string[] {
  const uid = takeUid();
  const temporary = `rw,exec,nosuid,nodev,size=${filesMiB}m,nr_inodes=${maxFiles},uid=${uid},gid=${uid}`;
  const memory = `${memoryMiB + 3 * filesMiB + ownMiB}m`;
  return [
    ...['--rm', '--interactive', '--pull', 'never', '--log-driver', 'none', '--cpu-shares', String(cpuShares)],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--user', `${uid}:${uid}`, '--hostname', 'container'],
    ...['--memory', memory, '--memory-swap', memory, '--oom-score-adj', '1000'],
    ...['--pids-limit', String(maxProcesses + 8)],
    ...['--tmpfs', `${workFolder}:${temporary}`, '--tmpfs', `/tmp:${temporary}`, '--shm-size', `${filesMiB}m`],
  ];
}

/** An image with the program that starts in it, and the variables of that program. */
function startOf(image: string, program: string, variables: Readonly<Record<string, string>>): readonly string[] {
  // The command would add the proxies of its own configuration, with their passwords.
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY', 'ALL_PROXY'];
  const empty = Object.fromEntries(proxies.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, '']));
  const all = Object.entries({ ...empty, ...variables }).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return [...all, '--entrypoint', program, image];
}

/** What the command needs to find the daemon. None of it reaches the code. */
function dockerEnvironment(variables: NodeJS.ProcessEnv, host: string | undefined): Record<string, string> {
  const kept = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (needed.has(entry[0]) || entry[0].startsWith('DOCKER_')),
  );
  return { ...Object.fromEntries(kept), ...(host !== undefined && { DOCKER_HOST: host }) };
}

/** `SSH_AUTH_SOCK`: keys for a daemon that is reached by SSH. */
const needed = new Set(['PATH', 'HOME', 'XDG_RUNTIME_DIR', 'SSH_AUTH_SOCK']);

async function describeImage(
  docker: string,
  { image, runtime }: DockerSettings,
  env: Record<string, string>,
): Promise<DescribedPython> {
  const program = [...startOf(image, 'python3', {}), '-I', '-c', describePython];
  const options = [
    ...['--rm', '--pull', 'never', '--network', 'none', '--read-only', '--cap-drop', 'ALL', '--user', '65534'],
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
  ];
  try {
    const { stdout } = await run(docker, ['run', ...options, ...program], { env, timeout: maxDescribeMs });
    const python: DescribedPython = JSON.parse(stdout);
    if (!hasSupportedVersion(python)) throw new Error(`the Python of ${image} is too old`);
    return python;
  } catch (thrown) {
    const stderr = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr).trim() : '';
    throw new Error(
      stderr === '' ? `Docker does not run ${image}: ${String(thrown)}` : `Docker does not run ${image}: ${stderr}`,
      {
        cause: thrown,
      },
    );
  }
}
