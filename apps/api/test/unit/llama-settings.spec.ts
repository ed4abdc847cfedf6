// Settings of local models: how they are checked, and how they reach the language model.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildContext, buildRequest } from '@org/engine/testing';
import { loadConfig } from '#src/config/load-config.js';
import { providersOf } from '#src/config/settings/model-settings.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';

const folder = mkdtempSync(join(tmpdir(), 'llama-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(settings: string) {
  const path = join(folder, 'service.yaml');
  writeFileSync(path, `models: [{ name: m, provider: { kind: llama, model: demo, threads: 1, ${settings} } }]\n`);
  const [provider] = loadConfig({ SERVICE_CONFIG: path }, folder).models.flatMap(providersOf);
  if (provider === undefined) throw new Error('the file has a model');
  return provider;
}

describe('the settings of a local model', () => {
  it.each([
    ['sampling: { temperature: 3 }', 'models.0.provider.sampling.temperature'],
    ['sampling: { topK: 0.5 }', 'models.0.provider.sampling.topK'],
    ['sampling: { top_p: 0.5 }', 'models.0.provider.sampling.top_p'],
    ['sampling: greedy', 'models.0.provider.sampling'],
    ['kvCacheType: q5_0', 'models.0.provider.kvCacheType'],
    ['flashAttention: auto', 'models.0.provider.flashAttention'],
  ])('reject %s with its path', (settings, path) => {
    expect(() => load(settings)).toThrow(path);
  });

  it('reach the model, and the log of its load', async () => {
    const lines: object[] = [];
    const log = { info: (facts: object) => lines.push(facts), warn: (facts: object) => lines.push(facts) };
    const provider = load('contextLength: 512, slots: 1, kvCacheType: q8_0, sampling: { temperature: 0.5, minP: 0.1 }');
    const model = await createLanguageModel({ name: 'm', provider }, {}, undefined, log);
    try {
      const request = buildRequest('Hello', { limits: { maxOutputTokens: 1 } });
      const reported: unknown[] = [];
      for await (const event of model.generate(request, buildContext()))
        if (event.type === 'generation-start') reported.push(event.sampling);
      expect(reported).toEqual([expect.objectContaining({ temperature: 0.5, topK: 0 })]);
      expect(lines).toEqual([
        expect.objectContaining({
          model: 'm',
          contextLength: 512,
          slots: 1,
          kvCacheType: 'q8_0',
          sampling: expect.objectContaining({ temperature: 0.5, minP: 0.1 }) as unknown,
          samplingFrom: expect.objectContaining({ settings: ['temperature', 'minP'] }) as unknown,
        }),
      ]);
    } finally {
      await model.close();
    }
  }, 30_000);
});
