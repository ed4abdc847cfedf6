// The benchmark of local models end to end: on a random model that takes a second to create, next to a given server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { writeRandomModel } from '../bench/llama/random-gguf.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'llama-bench-test-'));
const model = join(folder, 'random.gguf');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the benchmark of local models', () => {
  it('measures a random model with the bare library, with this package, and with a server', async () => {
    await writeRandomModel(model, { layers: 1, width: 64, heads: 4, hidden: 128, vocabulary: 512, context: 2048 });
    const server = spawn(process.execPath, [at('kit/fake-llama-server.mjs'), model], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const [url] = await once(server.stdout, 'data');
      const bench = spawn(
        process.execPath,
        [
          at('../bench/llama.mjs'),
          '--model',
          model,
          '--reference',
          String(url).trim(),
          '--rounds',
          '1',
          '--tokens',
          '8',
          '--prompt',
          '200',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const table = (await text(bench.stdout)).split('\n').map((line) => line.split(' | '));
      expect(table).toContainEqual(['', 'bare', 'ours', 'reference', 'ours / bare', 'ours / reference']);
      const rows = [
        'tokens/s, one stream',
        'tokens/s, four streams',
        'prompt tokens/s',
        'ms to the first token, 200 tokens cold',
        'ms to the first token, prefix cached',
      ];
      for (const row of rows) {
        const values = table
          .find(([name]) => name === row)
          ?.slice(1)
          .map((shown) => Number(shown.replaceAll(',', '')));
        expect(values).toHaveLength(5);
        for (const value of values ?? []) expect(value).toBeGreaterThan(0);
      }
    } finally {
      server.kill();
    }
  }, 120_000);
});
