import { Breather } from './breather.js';

/** The bytes of a long text. Others have their turn while it is made. */
export function bytesWithRests(pieces: Iterable<string>): Promise<readonly Buffer[]> {
  return madeWithRests(pieces, (piece) => Buffer.from(piece));
}

/** A long text in one. Others have their turn while it is made. */
export async function textWithRests(pieces: Iterable<string>): Promise<string> {
  return (await madeWithRests(pieces, (piece) => piece)).join('');
}

async function madeWithRests<Piece>(
  pieces: Iterable<string>,
  make: (piece: string) => Piece,
): Promise<readonly Piece[]> {
  const breather = new Breather();
  const made: Piece[] = [];
  for (const piece of pieces) {
    made.push(make(piece));
    if (breather.due) await breather.rest();
  }
  return made;
}
