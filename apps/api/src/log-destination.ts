import { destination, type DestinationStream } from 'pino';

/** Characters of a piece. */
const pieceLength = 16_384;
/** A line waits for its piece at most as long, in milliseconds. */
const patienceMs = 250;

/**
 * Standard output, written in pieces: a write for every line of a busy service costs as much as translating a request.
 * What is left is written when the process ends. The lines are gathered here because pino's own destination measures all
 * that waits anew for every line.
 */
export function logDestination(): DestinationStream {
  const output = destination({ fd: 1, sync: false, minLength: pieceLength - 1 });
  let lines = '';
  const handOver = (): void => {
    if (lines === '') return;
    output.write(lines);
    lines = '';
  };
  setInterval(() => {
    handOver();
    output.flush();
  }, patienceMs).unref();
  process.once('exit', () => {
    // First what came before: no write that is begun now would come to its end but a synchronous one.
    output.flushSync();
    handOver();
    output.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= pieceLength) handOver();
    },
  };
}
