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
    const bytes = await estimateModelBytes({ modelPath, header, kvCacheType: 'f16' });
    const least = bytes(0);
    expect(least - 5_000).toBe(256 * 1024 * 1024);
    expect(bytes(2_000 * 3) - least).toBe(2_000 * 3 * 1_000);
  });

  it.each([
    ['q8_0', 34 / 64],
    ['q4_0', 18 / 64],
  ] as const)('grows more slowly with a cache of %s', async (kvCacheType, share) => {
    const bytes = await estimateModelBytes({ modelPath: file('model.gguf', 5_000), header, kvCacheType });
    expect(bytes(64_000) - bytes(0)).toBe(64_000 * 1_000 * share);
  });

  it('counts all shards of a sharded model for any of its paths', async () => {
    const shards = [1, 2, 3].map((index) => file(`split-0000${index}-of-00003.gguf`, index * 100));
    const bytesOf = async (modelPath: string): Promise<number> =>
      (await estimateModelBytes({ modelPath, header, kvCacheType: 'f16' }))(256);
    const complete = await bytesOf(file('whole.gguf', 600));
    for (const modelPath of shards) expect(await bytesOf(modelPath)).toBe(complete);
  });

  it('estimates the cache from the weights where the header lacks its size', async () => {
    const unknown = { ...header, cacheBytesPerToken: undefined };
    const bytes = async (size: number): Promise<number> =>
      (await estimateModelBytes({ modelPath: file('guess.gguf', size), header: unknown, kvCacheType: 'f16' }))(2_000);
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
