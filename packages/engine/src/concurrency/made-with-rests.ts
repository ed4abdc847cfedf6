import { Breather } from './breather.js';

/** The bytes of a long text. Others have their turn while it is made. */
export function bytesWithRests(chunks: Iterable<string>): Promise<readonly Buffer[]> {
  return madeWithRests(chunks, (chunk) => Buffer.from(chunk));
}

/** A long text in one. Others have their turn while it is made. */
export async function textWithRests(chunks: Iterable<string>): Promise<string> {
  return (await madeWithRests(chunks, (chunk) => chunk)).join('');
}

async function madeWithRests<Chunk>(
  chunks: Iterable<string>,
  make: (chunk: string) => Chunk,
): Promise<readonly Chunk[]> {
  const breather = new Breather();
  const made: Chunk[] = [];
  for (const chunk of chunks) {
    made.push(make(chunk));
    if (breather.due) await breather.rest();
  }
  return made;
}
