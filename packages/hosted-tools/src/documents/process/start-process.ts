import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./parser-process.js', import.meta.url));
/** MiB of a process in addition to the heap: Node.js, the libraries, and two copies of the file. */
const overheadMiB = 192;

/**
 * Starts a process for jobs, with limits on its heap and its memory, without the environment of the service and the
 * right to write files or to start processes. A thread is no substitute: V8 ends the process of a thread whose heap is
 * full, unless it is full in just the right moment.
 */
export function startProcess(maxMemoryMiB: number): ChildProcess {
  const child = fork(program, [String(maxMemoryMiB + overheadMiB)], {
    execArgv: [
      `--max-old-space-size=${maxMemoryMiB}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--disallow-code-generation-from-strings',
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error between two jobs must not end the service.
  return child.on('error', () => undefined);
}
