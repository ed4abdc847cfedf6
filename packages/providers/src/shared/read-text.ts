import { EngineError } from '@org/engine';

/** The text of a body. Throws, and gives the rest up, when it has more than `maxBytes` bytes. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new EngineError('upstream-failed', 'The upstream sent a response that is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}
