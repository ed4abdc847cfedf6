import { setTimeout as pause } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { createScriptedModel } from '@org/engine/testing';
import { ModelMemory } from '@org/llama';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { UpstreamPolicies } from '#src/upstream-policy/upstream-policies.js';
import { buildModels, type ModelBuildOptions } from '#src/engine/build-models.js';

const backend = (baseUrl: string): BackendSettings =>
  Object.assign(new BackendSettings(), {
    provider: Object.assign(new ChatCompletionsSettings(), { kind: 'chat-completions' as const, baseUrl }),
  });

it('what is still being made when another backend fails is closed, too', async () => {
  let closed = 0;
  const modelBuild = buildModels(
    [{ name: 'm', backends: [backend('http://a.test/v1'), backend('http://b.test/v1')] }],
    {
      memory: new ModelMemory(),
      policies: new UpstreamPolicies(),
      onChange: () => undefined,
      createLanguageModel: async ({ provider: languageModel }) => {
        if ('baseUrl' in languageModel && languageModel.baseUrl.includes('a.test')) throw new Error('no key');
        await pause(50);
        return Object.assign(createScriptedModel({ id: 'm', script: () => [] }), {
          close: async () => void (closed += 1),
        });
      },
    },
  );
  await expect(modelBuild).rejects.toThrow('no key');
  expect(closed).toBe(1);
});

it('builds a reloaded model without state of its predecessor', async () => {
  const modelBuild: ModelBuildOptions = {
    memory: new ModelMemory(),
    policies: new UpstreamPolicies(),
    onChange: () => undefined,
    createLanguageModel: async () => createScriptedModel({ id: 'm', script: () => [] }),
  };
  const weighing = (weight: number): BackendSettings => Object.assign(backend('http://a.test/v1'), { weight });
  const earlier: WeakRef<object>[] = [];
  let models = await buildModels([{ name: 'm', backends: [weighing(1)] }], modelBuild);
  for (let weight = 2; weight <= 20; weight += 1) {
    const old = models;
    models = await buildModels([{ name: 'm', backends: [weighing(weight)] }], modelBuild, old);
    await Promise.all(old.map(({ languageModel }) => languageModel.close()));
    earlier.push(...old.map(({ languageModel }) => new WeakRef(languageModel)));
  }
  await pause(10); // The target of a weak reference exists until the next event-loop turn.
  queryObjects(Function, { format: 'count' }); // Collects the garbage first.
  expect(earlier.filter((group) => group.deref() !== undefined).length).toBeLessThan(3);
  await Promise.all(models.map(({ languageModel }) => languageModel.close()));
});
