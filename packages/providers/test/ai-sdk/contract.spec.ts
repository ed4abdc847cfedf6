// The contract against real packages of every generation of the specification, over a scripted upstream on loopback.
import { createAiSdkModel } from '#src/ai-sdk/create-ai-sdk-model.js';
import { buildRequest, describeLanguageModelContract, functionTool } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());

for (const [specification, name] of [
  ['v2', '@ai-sdk/openai-compatible-v2'],
  ['v3', '@ai-sdk/openai-compatible-v3'],
  ['v4', '@ai-sdk/openai-compatible'],
] as const) {
  describeLanguageModelContract(`ai-sdk, specification ${specification}`, {
    create: () =>
      createAiSdkModel({
        id: 'scripted',
        package: name,
        folders: [import.meta.dirname],
        model: 'scripted',
        settings: { name: 'scripted', baseURL: upstream.baseUrl },
      }),
    requests: {
      text: buildRequest('tokens=20'),
      otherText: buildRequest('tokens=30 think'),
      slow: buildRequest('tokens=100 gap=30'),
      toolCall: buildRequest('say call=look call=look', { tools: [functionTool('look', { at: { type: 'string' } })] }),
      failing: buildRequest('tokens=10 cut=3'),
    },
    openWork: () => upstream.open,
  });
}
