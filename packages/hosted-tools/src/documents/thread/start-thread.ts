import { Worker } from 'node:worker_threads';

/** Starts a thread for jobs, with a limit on its heap and without the environment of the service. */
export function startThread(maxMemoryMiB: number): Worker {
  const worker = new Worker(new URL('./parser-thread.js', import.meta.url), {
    name: 'document-parser',
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMiB },
  });
  // An error between two jobs must not end the service.
  return worker.on('error', () => undefined);
}
