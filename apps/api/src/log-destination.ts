import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { LogOutput } from './log-output.js';

/** A line waits for its piece at most as long, in milliseconds. */
const timeoutMs = 250;
/** What pino writes for a warning. */
const warning = 40;

/**
 * Standard output, written in pieces: a write for every line of a busy service costs as much as translating a request.
 * What is left is written when the process ends. Not pino's own destination: that measures all that waits anew for every
 * line, and never lets a process end whose output fails.
 */
export function logDestination(time: () => string): DestinationStream {
  const output = new LogOutput(
    {
      write: (bytes, done) => write(1, bytes, done),
      writeSync: (bytes) => writeSync(1, bytes),
      reportLogFailure,
    },
    (lost) =>
      `{"level":${warning}${time()},"lost":${lost},"msg":"log lines dropped here: the service could not write them in time"}\n`,
  );
  // What else is written there meets the same failure, and has nobody who would listen.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
    reportLogFailure(`The service cannot write to standard output (${code ?? 'unknown reason'}).`),
  );
  setInterval(() => output.flush(), timeoutMs).unref();
  process.once('exit', () => output.end());
  return output;
}

function reportLogFailure(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // There is nowhere left to say it.
  }
}
