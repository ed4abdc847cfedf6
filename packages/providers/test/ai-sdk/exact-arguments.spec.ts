// Arguments of earlier calls pass through a package as a value and arrive as they were written.
import { createAiSdkModel } from '#src/ai-sdk/create-ai-sdk-model.js';
import { buildContext, buildRequest, message, readAll } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());

it.each(['@ai-sdk/openai-compatible', '@ai-sdk/openai-compatible-v3', '@ai-sdk/openai-compatible-v2'])(
  'preserves all digits of numbers: %s',
  async (name) => {
    const languageModel = await createAiSdkModel({
      id: 'scripted',
      package: name,
      folders: [import.meta.dirname],
      model: 'scripted',
      settings: { name: 'scripted', baseURL: upstream.baseUrl },
    });
    const argumentsText = '{"id":12345678901234567890,"of":[{"at":0.12345678901234567890}],"n":1}';
    const conversation = [
      message('user', 'hello'),
      message('assistant', { type: 'tool-call', callId: 'a', name: 'look', kind: 'function', argumentsText }),
      message('tool', {
        type: 'tool-result',
        callId: 'a',
        kind: 'function',
        content: [{ type: 'text', text: 'seen' }],
      }),
    ];
    await readAll(languageModel.generate(buildRequest(conversation), buildContext()));
    await languageModel.close?.();
    expect(upstream.records.at(-1)?.body['messages']).toMatchObject([
      {},
      { tool_calls: [{ function: { arguments: argumentsText } }] },
      {},
    ]);
  },
);
