import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '@org/engine';
import { chooseModel, modelsAmong, quantizationOf } from '#src/model-files/choose-model-file.js';
import { findModelFile } from '#src/model-files/find-model-file.js';
import { ModelFolder } from '#src/model-files/model-folder.js';
import { ModelHub } from '#src/model-files/model-hub.js';
import { formatModelReference, parseHubReference } from '#src/model-files/model-reference.js';
import { startHubServer } from '#src/testing.js';

const repository = (quantization?: string) => ({ repo: 'org/Qwen3-8B-GGUF', quantization, revision: 'main' });
const models = (...paths: readonly string[]) => modelsAmong(paths.map((path, size) => ({ path, size })));

describe('a reference to a repository', () => {
  it.each([
    ['hf:org/repo', { repo: 'org/repo', quantization: undefined, revision: 'main' }],
    ['hf:org/repo:Q8_0', { repo: 'org/repo', quantization: 'Q8_0', revision: 'main' }],
    ['hf:org/repo:UD-Q4_K_XL@v2', { repo: 'org/repo', quantization: 'UD-Q4_K_XL', revision: 'v2' }],
    ['hf:org/repo/a/b.gguf@v2', { repo: 'org/repo', file: 'a/b.gguf', revision: 'v2' }],
  ])('is read from %s', (text, expected) => expect(parseHubReference(text)).toEqual(expected));

  it.each(['hf:org', 'hf:../repo', 'hf:org/repo:', 'hf:org/repo:a/b', 'org/repo'])('is not read from %s', (text) =>
    expect(() => parseHubReference(text)).toThrow(EngineError),
  );
});

describe('the quantization in a file name', () => {
  it.each([
    ['Qwen3-8B-Q4_K_M.gguf', 'Q4_K_M'],
    ['qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf', 'Q4_K_M'],
    ['gemma-3-4b-it-UD-Q4_K_XL.gguf', 'UD-Q4_K_XL'],
    ['Q8_0/model.Q8_0.gguf', 'Q8_0'],
    ['gpt-oss-20b-MXFP4.gguf', 'MXFP4'],
    ['Phi-4-IQ3_XXS.gguf', 'IQ3_XXS'],
    ['llama-bf16.gguf', 'BF16'],
    ['tiny.gguf', undefined],
  ])('of %s is %s', (file, quantization) => expect(quantizationOf(file)).toBe(quantization));
});

describe('the model of a repository', () => {
  const usual = models('M-Q8_0.gguf', 'M-Q4_K_M.gguf', 'M-Q2_K.gguf', 'mmproj-M-f16.gguf', 'imatrix.gguf', 'README.md');

  it('is Q4_K_M where the reference names no quantization', () => {
    expect(chooseModel(usual, repository())?.file).toBe('M-Q4_K_M.gguf');
    expect(chooseModel(models('M-Q8_0.gguf', 'M-Q5_K_M.gguf'), repository())?.file).toBe('M-Q5_K_M.gguf');
  });

  it('is the only one, whatever its name', () => {
    expect(chooseModel(models('anything.gguf', 'mmproj.gguf'), repository())?.file).toBe('anything.gguf');
  });

  it('has the quantization that the reference names, in any case', () => {
    expect(chooseModel(usual, repository('q8_0'))?.file).toBe('M-Q8_0.gguf');
    expect(chooseModel(models('M-UD-Q4_K_XL.gguf', 'M-Q8_0.gguf'), repository('Q4_K_XL'))?.file).toBe(
      'M-UD-Q4_K_XL.gguf',
    );
  });

  it('counts all shards of a model as one', () => {
    const [model, ...others] = models('M-Q4_K_M-00001-of-00002.gguf', 'M-Q4_K_M-00002-of-00002.gguf');
    expect([model?.file, model?.size, others]).toEqual(['M-Q4_K_M-00001-of-00002.gguf', 1, []]);
  });

  it('is not guessed among several: the error lists them', () => {
    expect(() => chooseModel(models('a.gguf', 'b.gguf'), repository())).toThrow(
      'hf:org/Qwen3-8B-GGUF has several models; name one of these:\n  hf:org/Qwen3-8B-GGUF/a.gguf\n  hf:org/Qwen3-8B-GGUF/b.gguf',
    );
    expect(() => chooseModel(models('a-Q8_0.gguf', 'b-Q8_0.gguf'), repository('Q8_0'))).toThrow(
      'several models of Q8_0',
    );
  });
});

describe('the file of a repository', () => {
  it('is one of the hub, and then the downloaded one without the hub', async () => {
    const hubServer = await startHubServer();
    const hub = new ModelHub({ endpoint: hubServer.endpoint });
    const path = await mkdtemp(join(tmpdir(), 'find-model-'));
    const options = { folder: new ModelFolder(path), hub, signal: new AbortController().signal };
    const find = (quantization?: string) => findModelFile(repository(quantization), options);
    try {
      await expect(find()).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('hf:org/Qwen3-8B-GGUF does not exist') as unknown,
      });
      hubServer.files.set('/org/Qwen3-8B-GGUF/resolve/main/README.md', Buffer.from('#'));
      await expect(find()).rejects.toThrow('hf:org/Qwen3-8B-GGUF has no GGUF file');
      for (const name of ['Q4_K_M', 'Q8_0'])
        hubServer.files.set(`/org/Qwen3-8B-GGUF/resolve/main/M-${name}.gguf`, Buffer.from('x'));
      const found = await find();
      expect(formatModelReference(found.reference)).toBe('hf:org/Qwen3-8B-GGUF/M-Q4_K_M.gguf');
      expect(found.choices.map(({ quantization }) => quantization)).toEqual(['Q4_K_M', 'Q8_0']);
      await expect(find('Q3_K_S')).rejects.toThrow(
        'has no Q3_K_S model; name one of these:\n  hf:org/Qwen3-8B-GGUF/M-Q4_K_M.gguf',
      );
      await mkdir(join(path, 'org/Qwen3-8B-GGUF'), { recursive: true });
      await writeFile(join(path, 'org/Qwen3-8B-GGUF/M-Q8_0.gguf'), 'x');
      const requests = hubServer.requests.length;
      expect((await find()).reference.file).toBe('M-Q8_0.gguf');
      expect(hubServer.requests).toHaveLength(requests);
    } finally {
      await hub.close();
      await hubServer.close();
      await rm(path, { recursive: true });
    }
  });
});
