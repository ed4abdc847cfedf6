import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { demoModelName, demoModelPath } from '#src/index.js';

describe('the built-in model', () => {
  const file = readFileSync(demoModelPath);

  it('is named and found by an absolute path', () => {
    expect(demoModelName).toBe('demo');
    expect(isAbsolute(demoModelPath)).toBe(true);
    expect(statSync(demoModelPath).size).toBe(11_357_696);
  });

  it('is a GGUF file of version 3', () => {
    expect(file.toString('latin1', 0, 4)).toBe('GGUF');
    expect(file.readUInt32LE(4)).toBe(3);
  });

  it('declares a context of 4,096 tokens', () => {
    expect(valueOffset('llama.context_length', 4)).toBeGreaterThan(0);
    expect(file.readUInt32LE(valueOffset('llama.context_length', 4))).toBe(4096);
  });

  it('contains the chat template of the training program', () => {
    const at = valueOffset('tokenizer.chat_template', 8);
    const length = Number(file.readBigUInt64LE(at));
    const template = readFileSync(new URL('../../../tools/model-training/template.jinja', import.meta.url), 'utf8');
    expect(file.toString('utf8', at + 8, at + 8 + length)).toBe(template);
  });

  /** The offset of the value of a metadata key; checks that it has the expected GGUF type. */
  function valueOffset(key: string, type: number): number {
    const at = file.indexOf(key);
    expect(at).toBeGreaterThan(0);
    expect(Number(file.readBigUInt64LE(at - 8))).toBe(key.length);
    expect(file.readUInt32LE(at + key.length)).toBe(type);
    return at + key.length + 4;
  }
});
