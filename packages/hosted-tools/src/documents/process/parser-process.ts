// The process that parses what others wrote: what it makes the parser do ends with the process.
import { Worker } from 'node:worker_threads';
import { readBytes } from '../read-bytes.js';
import type { ParserJob, ParserResult } from './parser-job.js';

// What libraries print is about the file, which the log must not show.
for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) console[method] = () => undefined;

async function run(job: ParserJob): Promise<ParserResult> {
  if (job.type === 'document') return await readBytes(job.bytes, job.hints, job.limits);
  const { default: library } = await import('robots-parser');
  // Its types describe an ES module, but it is a CommonJS module that exports the function itself.
  const parseRobots = library as unknown as typeof library.default;
  // Undefined: the rules do not apply to the URL.
  return { type: 'robots', isAllowed: parseRobots(job.location, job.text).isAllowed(job.url, job.userAgent) ?? true };
}

new Worker(new URL('./memory-watchdog.js', import.meta.url), {
  workerData: { maxMemoryMiB: Number(process.argv[2]) },
  execArgv: [],
}).unref();
process.on('disconnect', () => process.exit());
process.on('message', (job: ParserJob) => {
  void run(job).then((result) => process.send?.(result));
});
