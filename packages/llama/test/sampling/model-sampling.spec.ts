import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGgufHeader } from '#src/gguf-header.js';
import { findModelFamily, modelFamilies } from '#src/sampling/model-families.js';
import { resolveModelSampling } from '#src/sampling/sampling-defaults.js';
import { samplingOptions } from '#src/worker/generation/sampling.js';
import { writeGguf } from '../write-gguf.js';

const folder = mkdtempSync(join(tmpdir(), 'sampling-'));
afterAll(() => rmSync(folder, { recursive: true }));
const headerOf = (metadata: Readonly<Record<string, string | number>>) =>
  readGgufHeader(writeGguf(join(folder, 'model.gguf'), { 'general.architecture': 'llama', ...metadata }));

describe('the sampling that a model file recommends', () => {
  it('reads every general.sampling key that has an effect', async () => {
    const { sampling } = await headerOf({
      'general.sampling.temp': 0.6,
      'general.sampling.top_p': 0.95,
      'general.sampling.top_k': 20,
      'general.sampling.min_p': 0.01,
      'general.sampling.xtc_probability': 0.5,
      'general.sampling.xtc_threshold': 0.2,
      'general.sampling.penalty_repeat': 1.05,
      'general.sampling.penalty_present': 1.5,
      'general.sampling.penalty_freq': 0.5,
    });
    expect(sampling).toEqual({
      values: {
        temperature: 0.6,
        topP: 0.95,
        topK: 20,
        minP: 0.01,
        xtcProbability: 0.5,
        xtcThreshold: 0.2,
        repeatPenalty: 1.05,
        presencePenalty: 1.5,
        frequencyPenalty: 0.5,
      },
      ignored: [],
    });
  });

  it('reports keys without an effect, unless they are off', async () => {
    const off = {
      'general.sampling.mirostat': 0,
      'general.sampling.mirostat_tau': 5,
    };
    expect((await headerOf(off)).sampling.ignored).toEqual([]);
    const on = { ...off, 'general.sampling.mirostat': 2, 'general.sampling.sequence': 'top_k;temp' };
    expect((await headerOf(on)).sampling.ignored).toEqual([
      'general.sampling.mirostat',
      'general.sampling.mirostat_tau',
      'general.sampling.sequence',
    ]);
  });
});

describe('the family of a model', () => {
  it.each([
    ['qwen3', 'Qwen3 8B', 'Qwen3'],
    ['qwen3moe', 'Qwen3 30B A3B Instruct 2507', 'Qwen3 Instruct'],
    ['qwen3moe', 'Qwen3-Coder-30B-A3B-Instruct', 'Qwen3-Coder'],
    ['qwen2', 'Qwen2.5 7B Instruct', 'Qwen2.5'],
    ['qwen2', 'DeepSeek R1 Distill Qwen 7B', 'DeepSeek-R1 and its distillations'],
    ['llama', 'DeepSeek-R1-Distill-Llama-8B', 'DeepSeek-R1 and its distillations'],
    ['llama', 'Meta Llama 3.1 8B Instruct', 'Llama 3 and 4'],
    ['llama', 'Llama-3.2-3B-Instruct', 'Llama 3 and 4'],
    ['gemma3', 'Gemma 3 4b It', 'Gemma 3'],
    ['llama', 'Mistral Small 3.2 24B Instruct 2506', 'Mistral Small 3 and Devstral'],
    ['llama', 'Devstral Small 2507', 'Mistral Small 3 and Devstral'],
    ['gpt-oss', 'Gpt-Oss-20B', 'gpt-oss'],
    ['phi3', 'Phi 4 Reasoning Plus', 'Phi-4 reasoning'],
    ['llama', 'SmolLM2 1.7B Instruct', 'SmolLM2'],
    ['smollm3', 'SmolLM3 3B', 'SmolLM3'],
    ['llama', 'An Unknown 7B', undefined],
  ])('of %s "%s" is %s', (architecture, name, family) => {
    expect(findModelFamily({ architecture, name, baseName: undefined })?.family).toBe(family);
  });

  it('names the page that recommends its values', () => {
    for (const { source } of modelFamilies) expect(source).toMatch(/^https:\/\/|^packages\//);
  });
});

describe('the sampling of a model', () => {
  const settings = { temperature: 0.1 };
  const file = { temperature: 0.2, topP: 0.5 };
  const family = { temperature: 0.3, topP: 0.6, topK: 7 };

  it('comes from the settings, then the file, then the family', () => {
    const { values, sources } = resolveModelSampling({ settings, file, family });
    expect(values).toMatchObject({ temperature: 0.1, topP: 0.5, topK: 7 });
    expect(sources).toMatchObject({ temperature: 'settings', topP: 'file', topK: 'family', repeatPenalty: 'default' });
  });

  it('is never greedy without a recommendation', () => {
    const { values } = resolveModelSampling({});
    expect(values).toMatchObject({ temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 });
  });

  it('has no filters that the recommendation does not name', () => {
    expect(resolveModelSampling({ family: { temperature: 0.15 } }).values).toMatchObject({ topP: 1, topK: 0, minP: 0 });
  });

  it('yields to what a request names', () => {
    const { values } = resolveModelSampling({ settings, file, family });
    expect(samplingOptions({ temperature: 1.5, topP: 1 }, values, [])).toMatchObject({
      temperature: 1.5,
      topP: 1,
      topK: 7,
    });
    expect(samplingOptions({ temperature: 0 }, values, []).temperature).toBe(0);
  });

  it('applies xtc where it is on, and never to a greedy choice', () => {
    const { values } = resolveModelSampling({ file: { xtcProbability: 0.5, xtcThreshold: 0.2 } });
    expect(samplingOptions({}, values, []).xtc).toEqual({ probability: 0.5, threshold: 0.2 });
    expect(samplingOptions({ temperature: 0 }, values, [])).not.toHaveProperty('xtc');
    expect(samplingOptions({}, resolveModelSampling({}).values, [])).not.toHaveProperty('xtc');
  });

  it('applies a repeat penalty to the completion', () => {
    const { values } = resolveModelSampling({ settings: { repeatPenalty: 1.1 } });
    expect(samplingOptions({}, values, []).repeatPenalty).toMatchObject({ penalty: 1.1, presencePenalty: 0 });
    expect(samplingOptions({}, resolveModelSampling({}).values, []).repeatPenalty).toBeUndefined();
  });
});
