import { demoModelPath } from '@org/demo-model';
import { buildRequest, message } from '@org/engine/testing';
import { readGgufHeader } from '#src/gguf-header.js';
import { createLlamaModel } from '#src/llama-model.js';
import { requireWithinContext } from '#src/prompt/context-overflow.js';
import { resultOf } from './demo.js';

const long = 'word '.repeat(400_000);
const overflow = (maximum: number) =>
  expect.objectContaining({
    code: 'context-overflow',
    message: expect.stringMatching(new RegExp(`^prompt is too long: \\d+ tokens > ${maximum} maximum$`)),
  }) as Error;
const size = { contextLength: 4_096, maxTokenBytes: 32 };

describe('messages that exceed the context in any case', () => {
  it('are rejected before the model process starts', async () => {
    const model = createLlamaModel({ id: 'demo', modelPath: demoModelPath, load: 'demand' });
    const { contextLength = 0 } = await model.modelInfo();
    await expect(resultOf(model, buildRequest(long))).rejects.toThrow(overflow(contextLength));
    expect(model.state()).toMatchObject({ running: 0, pid: undefined });
    await model.close();
  });

  it('are those of all turns, or with truncation of the last turn', () => {
    const turns = [message('user', long), message('assistant', 'Hello!'), message('user', 'Hi')];
    expect(() => requireWithinContext(buildRequest(turns), size)).toThrow(overflow(4_096));
    expect(() => requireWithinContext(buildRequest(turns, { truncation: 'auto' }), size)).not.toThrow();
    const last = [...turns, message('user', long)];
    expect(() => requireWithinContext(buildRequest(last, { truncation: 'auto' }), size)).toThrow(overflow(4_096));
  });

  it('are none that fit if each token is the longest of the vocabulary', () => {
    const contextLength = Math.ceil(long.length / size.maxTokenBytes);
    expect(() => requireWithinContext(buildRequest(long), { ...size, contextLength })).not.toThrow();
    expect(() => requireWithinContext(buildRequest(long), { ...size, maxTokenBytes: undefined })).not.toThrow();
  });

  it('are none whose text a template may omit', () => {
    const omitted = [message('user', `Hi${' '.repeat(2_000_000)}`), message('assistant', long), message('user', 'Hi')];
    expect(() => requireWithinContext(buildRequest(omitted), size)).not.toThrow();
  });

  it('are none of less than a megabyte, which the model process counts', () => {
    expect(() => requireWithinContext(buildRequest(long.slice(0, 1_000_000)), size)).not.toThrow();
  });
});

describe('the longest token of a vocabulary', () => {
  it('is read from the file', async () => {
    const { maxTokenBytes = 0 } = await readGgufHeader(demoModelPath);
    expect(maxTokenBytes).toBeGreaterThan(3);
    expect(maxTokenBytes).toBeLessThan(64);
  });
});
