// Ends the process when it has too much memory, of which its heap is only a part, or when the service has ended. It is
// a thread, because the process may be busy.
import { workerData } from 'node:worker_threads';

const { maxMemoryMiB } = workerData as { readonly maxMemoryMiB: number };
const parent = process.ppid;

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryMiB * 2 ** 20 || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, 50);
