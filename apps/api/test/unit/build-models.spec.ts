import { setTimeout as pause } from 'node:timers/promises';
import { createScriptedGenerator } from '@org/engine/generators/scripted/scripted-generator';
import { ModelMemory } from '@org/engine/generators/llama/memory/model-memory';
import { BackendSettings } from '#src/config/backend-settings.js';
import { ChatCompletionsSettings } from '#src/config/generators/chat-completions-settings.js';
import { buildModels } from '#src/engine/build-models.js';

const backend = (baseUrl: string): BackendSettings =>
  Object.assign(new BackendSettings(), { generator: Object.assign(new ChatCompletionsSettings(), { kind: 'chat-completions' as const, baseUrl }) });

it('what is still being made when another backend fails is closed, too', async () => {
  let closed = 0;
  const making = buildModels([{ name: 'm', backends: [backend('http://a.test/v1'), backend('http://b.test/v1')] }], {
    memory: new ModelMemory(),
    onChange: () => undefined,
    createGenerator: async ({ generator }) => {
      if ('baseUrl' in generator && generator.baseUrl.includes('a.test')) throw new Error('no key');
      await pause(50);
      return Object.assign(createScriptedGenerator({ id: 'm', script: () => [] }), { close: async () => void (closed += 1) });
    },
  });
  await expect(making).rejects.toThrow('no key');
  expect(closed).toBe(1);
});
