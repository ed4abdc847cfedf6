import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoModelPath } from '@org/demo-model';
import { inspectModelFile } from '#src/model-files/inspect-model-file.js';
import { writeGguf } from '../write-gguf.js';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string, content?: string | Buffer): string => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};
const llama = { 'general.architecture': 'llama' };

describe('a model file that a user names', () => {
  it('is read when it is a model', async () => {
    expect(await inspectModelFile(demoModelPath)).toMatchObject({ architecture: 'llama', type: 'model' });
  });

  it.each<[string, () => string, string | RegExp]>([
    ['is missing', () => at('none.gguf'), /^there is no file \S+none\.gguf/],
    ['is a folder', () => (mkdirSync(at('sub')), at('sub')), /sub is a folder; name a \.gguf file$/],
    [
      'is a web page',
      () => at('page.gguf', '<!DOCTYPE html><html>'),
      'is not a GGUF model file: it is a page of a web site',
    ],
    ['is a pointer', () => at('lfs.gguf', 'version https://git-lfs.github.com/spec/v1\n'), 'git lfs pull'],
    ['is safetensors', () => at('m.safetensors', Buffer.from('\x10\0\0\0\0\0\0\0{"a"')), 'convert the model to GGUF'],
    ['is truncated', () => at('part.gguf', Buffer.from('GGUF\x03\0\0\0')), 'the download may be incomplete'],
    ['is empty', () => at('empty.gguf', ''), /is not a GGUF model file$/],
    [
      'is a projector',
      () => writeGguf(at('mmproj.gguf'), { 'general.architecture': 'clip' }),
      'is a projector for images',
    ],
    [
      'is an adapter',
      () => writeGguf(at('lora.gguf'), { ...llama, 'general.type': 'adapter' }),
      'is a LoRA adapter; merge it into its model first',
    ],
    [
      'is a part of a split model',
      () => writeGguf(at('m-00001-of-00003.gguf'), llama),
      /is a part of a model of 3 files, of which these are missing: \S+m-00002-of-00003\.gguf, \S+m-00003-of-00003\.gguf$/,
    ],
  ])('is rejected with the next step when it %s', async (_, create, message) => {
    await expect(inspectModelFile(create())).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('names the models next to a missing one', async () => {
    mkdirSync(at('models'));
    writeGguf(at('models/a.gguf'), llama);
    await expect(inspectModelFile(at('models/b.gguf'))).rejects.toThrow(/models has a\.gguf$/);
  });
});
