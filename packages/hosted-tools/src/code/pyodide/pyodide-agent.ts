// The program that is process 1 of a sandbox with Pyodide. It starts the process that runs Python code, limits it, and reads and
// writes files for the service, as the agent of the host's Python does.
import { accessSync, constants, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { AgentConfig, AgentRequest } from '../agent/agent-protocol.js';
import { PyodideProcess, type PyodideProgram } from './pyodide-process.js';
import { readSlice, scanFiles, writeSlice, type FileStates } from './sandbox-files.js';

const [, , configText = '', programText = ''] = process.argv;
const config: AgentConfig = JSON.parse(configText);
const program: PyodideProgram = JSON.parse(programText);
const { folder, memoryBytes } = config;
const checkMs = 100;
const niceness = 10;
/** Memory of Node and Pyodide without any code. */
const ownMemoryBytes = 320 * 1024 * 1024;

let worker = new PyodideProcess(program, config);
let known: FileStates = new Map();

function send(id: number, fields: object): void {
  process.stdout.write(`${JSON.stringify({ id, ...fields })}\n`);
}

async function run(code: string, limitMs: number): Promise<object> {
  if (worker.hasEnded) worker = new PyodideProcess(program, config);
  await worker.ready.catch(() => undefined);
  let reason: 'time' | 'memory' | undefined;
  const stop = (because: 'time' | 'memory'): void => {
    reason ??= because;
    worker.kill();
  };
  const limit = setTimeout(() => stop('time'), limitMs);
  const check = setInterval(() => {
    if (residentBytes(worker.pid) > memoryBytes + ownMemoryBytes) stop('memory');
  }, checkMs);
  const returnCode = await worker.run(code);
  clearTimeout(limit);
  clearInterval(check);
  const variablesLost = worker.hasEnded;
  if (!variablesLost) worker.pause();
  const [stdout, stderr] = [worker.stdout.take(), worker.stderr.take()];
  const { files, skipped } = scanFiles(folder);
  const changed = [...files].filter(([path, { state }]) => known.get(path)?.state !== state);
  const removed = [...known.keys()].filter((path) => !files.has(path));
  known = files;
  if (variablesLost) worker = new PyodideProcess(program, config);
  return {
    ...{ returnCode, stdout, stderr, variablesLost, removed: removed.slice(0, 1000) },
    ...(reason === undefined ? {} : { reason }),
    changed: changed.slice(0, 1000).map(([path, { bytes }]) => ({ path, bytes })),
    skipped: skipped + Math.max(changed.length - 1000, 0),
  };
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

/** Where sessions share processors, a low priority counts within the session alone, and each starts with the normal one. */
function lowerPriority(attempts = 4): void {
  try {
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch (thrown) {
    // The kernel accepts one change in a tenth of a second.
    const isLater = thrown instanceof Error && 'code' in thrown && thrown.code === 'EAGAIN' && attempts > 1;
    if (isLater) setTimeout(() => lowerPriority(attempts - 1), 110).unref();
  }
}

/** When a process started, in ticks since the boot. The sandbox shows this package alone, so the agent reads it itself. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

async function probe({ service, paths, port }: Extract<AgentRequest, { op: 'probe' }>): Promise<object> {
  const succeeds = (attempt: () => unknown): boolean => {
    try {
      return attempt() !== false;
    } catch {
      return false;
    }
  };
  const start = startOf(service.pid);
  // A sandbox may give the id of the service to another process.
  const isOtherProcess = start !== undefined && service.startedAt !== undefined && start !== service.startedAt;
  const isSame = (one: (typeof paths)[number]): boolean => {
    accessSync(one.path, constants.R_OK);
    const { dev, ino } = statSync(one.path);
    return dev === one.device && ino === one.inode;
  };
  const isConnected = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return {
    escapes: [
      ...(!isOtherProcess && succeeds(() => readFileSync(`/proc/${service.pid}/environ`)) ? ['environment'] : []),
      ...(paths.some((one) => succeeds(() => isSame(one))) ? ['files'] : []),
      ...(!isOtherProcess && succeeds(() => process.kill(service.pid, 0)) ? ['signal'] : []),
      ...(isConnected || addresses.some(({ internal }) => !internal) ? ['network'] : []),
    ],
  };
}

async function handle(request: AgentRequest): Promise<object> {
  switch (request.op) {
    case 'run':
      if (request.language !== 'python') return { error: 'There is no shell.' };
      return await run(request.code, request.limitMs);
    case 'read':
      return readSlice(folder, request.path, request.offset, request.length);
    case 'write':
      writeSlice(folder, request.path, request.offset, request.data);
      return {};
    case 'remove':
      rmSync(join(folder, request.path));
      return {};
    case 'mark':
      known = scanFiles(folder).files;
      return {};
    case 'probe':
      return await probe(request);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
  setPriority(niceness);
} catch {
  // A service without these rights runs code with its own priority.
}
lowerPriority();
await worker.ready;
send(0, { python: 'pyodide' });
for await (const line of createInterface({ input: process.stdin })) {
  const request: AgentRequest & { id: number } = JSON.parse(line);
  try {
    send(request.id, await handle(request));
  } catch (thrown) {
    send(request.id, { error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
// The service has ended. The namespace ends with this process.
worker.kill();
process.exit(0);
