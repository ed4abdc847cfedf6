import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { demoModelPath } from '@org/demo-model';

import { readGgufHeader } from '#src/gguf-header.js';
import { estimateModelBytes } from '#src/memory/estimate-model-bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'estimate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const header = { ...(await readGgufHeader(demoModelPath)), cacheBytesPerToken: 1_000 };

function file(name: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(bytes));
  return path;
}

describe('what a model takes', () => {
  it('grows with its file, and with every token of every conversation', async () => {
    const modelPath = file('model.gguf', 5_000);
    const bytes = (contextLength: number, slots: number): Promise<number> =>
      estimateModelBytes({ modelPath, header, contextLength, slots });
    const least = await bytes(0, 0);
    expect(least - 5_000).toBe(256 * 1024 * 1024);
    expect((await bytes(2_000, 3)) - least).toBe(2_000 * 3 * 1_000);
  });

  it('counts all shards of a sharded model for any of its paths', async () => {
    const shards = [1, 2, 3].map((index) => file(`split-0000${index}-of-00003.gguf`, index * 100));
    const complete = await estimateModelBytes({
      modelPath: file('whole.gguf', 600),
      header,
      contextLength: 256,
      slots: 1,
    });
    for (const modelPath of shards)
      expect(await estimateModelBytes({ modelPath, header, contextLength: 256, slots: 1 })).toBe(complete);
  });

  it('estimates the cache from the weights where the header lacks its size', async () => {
    const unknown = { ...header, cacheBytesPerToken: undefined };
    const bytes = (size: number): Promise<number> =>
      estimateModelBytes({ modelPath: file('guess.gguf', size), header: unknown, contextLength: 1_000, slots: 2 });
    expect(await bytes(1_000_000)).toBeGreaterThan((await bytes(500_000)) + 500_000);
  });

  it('is read of the header: keys and values of all layers in two bytes each', async () => {
    const { cacheBytesPerToken } = await readGgufHeader(demoModelPath);
    // Of a model of a few million parameters.
    expect((cacheBytesPerToken ?? 1) % 4).toBe(0);
    expect(cacheBytesPerToken).toBeGreaterThan(500);
    expect(cacheBytesPerToken).toBeLessThan(20_000);
  });
});
