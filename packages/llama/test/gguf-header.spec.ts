import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { demoModelPath } from '@org/demo-model';
import * as fc from 'fast-check';

import { createLlamaModel } from '#src/llama-model.js';
import { GgufError, readGgufHeader } from '#src/gguf-header.js';

const folder = mkdtempSync(join(tmpdir(), 'gguf-'));
afterAll(() => rmSync(folder, { recursive: true }));
const total = readFileSync(demoModelPath).subarray(0, 80_000);

async function readBytes(bytes: Uint8Array): Promise<unknown> {
  const path = join(folder, 'file.gguf');
  writeFileSync(path, bytes);
  return readGgufHeader(path).catch((thrown: unknown) => thrown);
}

describe('the header of a model file', () => {
  it('says what the model is', async () => {
    const header = await readGgufHeader(demoModelPath);
    expect(header).toMatchObject({ version: 3, architecture: 'llama', contextLength: 4096, name: 'tiny-demo' });
    expect(header.promptTemplate).toContain('<tool_call>');
  });

  it('is refused when the file is none', async () => {
    expect(await readBytes(Buffer.from('GGML and more bytes than that'))).toBeInstanceOf(GgufError);
    expect(await readBytes(Buffer.alloc(0))).toEqual(new GgufError('The file is not a GGUF model.'));
  });

  it('is refused with words for the client, and with the path for the log alone', async () => {
    const modelPath = join(folder, 'no-model.gguf');
    writeFileSync(modelPath, 'a page of HTML');
    const languageModel = createLlamaModel({ id: 'mine', modelPath, load: 'demand' });
    const refused: unknown = await languageModel.modelInfo().catch((thrown: unknown) => thrown);
    await languageModel.close();
    expect(refused).toMatchObject({
      code: 'upstream-failed',
      message: 'The service cannot read the model file. The file is not a GGUF model.',
      cause: { message: `${modelPath}: The file is not a GGUF model.` },
    });
  });

  it('never claims more than the file holds: any cut is an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 20_000 }), async (length) => {
        expect(await readBytes(total.subarray(0, length))).toBeInstanceOf(GgufError);
      }),
      { numRuns: 50 },
    );
  });

  it('never makes the reader fail in another way or take long, whatever bytes are changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = Buffer.from(total);
          for (const [at, value] of changes) bytes[at] = value;
          const started = performance.now();
          const outcome = await readBytes(bytes);
          expect(!(outcome instanceof Error) || outcome instanceof GgufError).toBe(true);
          // A header that could make it count on would keep it for minutes.
          expect(performance.now() - started).toBeLessThan(10_000);
        },
      ),
      { numRuns: 200 },
    );
  });
});
