import { YieldTimer } from './yield-timer.js';

/** The bytes of a long text. Others have their turn while it is made. */
export function bytesYielding(chunks: Iterable<string>): Promise<readonly Buffer[]> {
  return makeYielding(chunks, (chunk) => Buffer.from(chunk));
}

/** A long text in one. Others have their turn while it is made. */
export async function textYielding(chunks: Iterable<string>): Promise<string> {
  return (await makeYielding(chunks, (chunk) => chunk)).join('');
}

async function makeYielding<Chunk>(
  chunks: Iterable<string>,
  make: (chunk: string) => Chunk,
): Promise<readonly Chunk[]> {
  const yieldTimer = new YieldTimer();
  const made: Chunk[] = [];
  for (const chunk of chunks) {
    made.push(make(chunk));
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return made;
}
