import { EngineError } from '@org/engine';

/** The text of a body. Throws, and gives the rest up, when it has more than `most` bytes. */
export async function readText(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) throw new EngineError('upstream-failed', 'The upstream sent an answer that is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length).toString('utf8');
}
