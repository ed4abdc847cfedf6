import type { FileRecord } from '@org/engine';
import { contentOf } from '#src/media/content-of.js';

const file: FileRecord = {
  owner: 'ada',
  id: 'file_1',
  filename: 'a.txt',
  mediaType: 'text/plain',
  purpose: 'user_data',
  createdAt: 0,
  size: 5,
};

describe('the content of a file', () => {
  it('lets other work run between its chunks, however fast they are read', async () => {
    const clock = { turns: 0 };
    const tick = (): void => {
      clock.turns += 1;
      immediate = setImmediate(tick);
    };
    let immediate = setImmediate(tick);
    const turnsAtChunks: number[] = [];
    const readFileChunk = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(1));
    for await (const _ of contentOf({ readFileChunk }, file)) turnsAtChunks.push(clock.turns);
    clearImmediate(immediate);
    expect(new Set(turnsAtChunks).size).toBe(5);
  });

  it('lets other work run between the first chunks of reads that begin at once', async () => {
    const clock = { turns: 0 };
    const tick = (): void => {
      clock.turns += 1;
      immediate = setImmediate(tick);
    };
    let immediate = setImmediate(tick);
    const turnsOfReads: number[] = [];
    const readFileChunk = (): Promise<Uint8Array> => {
      turnsOfReads.push(clock.turns);
      return Promise.resolve(new Uint8Array(file.size));
    };
    const read = async (): Promise<void> => {
      for await (const _ of contentOf({ readFileChunk }, file));
    };
    await Promise.all([read(), read(), read()]);
    clearImmediate(immediate);
    expect(new Set(turnsOfReads).size).toBe(3);
  });

  it('fails where a chunk is missing', async () => {
    const read = async (): Promise<void> => {
      for await (const _ of contentOf({ readFileChunk: () => Promise.resolve(undefined) }, file));
    };
    await expect(read()).rejects.toThrow('The file was deleted while it was read.');
  });
});
