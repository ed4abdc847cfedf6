import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { LogOutput } from './log-output.js';
import { toLogText } from './log-text.js';

/** Maximum delay of a line until its chunk is written, in milliseconds. */
const timeoutMs = 250;
/** What pino writes for a warning. */
const warning = 40;

/**
 * Standard output, written in chunks: a write for every line of a busy service costs as much as translating a
 * request. The rest is written when the process ends. Not pino's own destination: that measures all pending data
 * again for every line, and never lets a process end whose output fails.
 *
 * `format`: JSON lines, or readable ones for a terminal.
 */
export function logDestination(time: () => string, format: 'json' | 'text'): DestinationStream {
  const toLine = format === 'json' ? (line: string): string => line : toLogText;
  const output = new LogOutput(
    {
      write: (bytes, done) => write(1, bytes, done),
      writeSync: (bytes) => writeSync(1, bytes),
      reportLogFailure,
    },
    (lost) =>
      toLine(
        `{"level":${warning}${time()},"lost":${lost},"msg":"log lines dropped here: the service could not write them in time"}\n`,
      ),
  );
  // Other writes to the stream meet the same failure, and have no error listener.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
    reportLogFailure(`The service cannot write to standard output (${code ?? 'unknown reason'}).`),
  );
  setInterval(() => output.flush(), timeoutMs).unref();
  process.once('exit', () => output.end());
  return format === 'json' ? output : { write: (line) => output.write(toLine(line)) };
}

function reportLogFailure(sentence: string): void {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // There is no output left to report it.
  }
}
