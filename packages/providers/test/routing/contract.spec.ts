import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { Backend, BackendGroup } from '@org/engine';
import { buildRequest, describeLanguageModelContract, functionTool } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';

let upstreams: readonly ScriptedUpstream[];
beforeAll(async () => {
  upstreams = await Promise.all([startScriptedUpstream(), startScriptedUpstream(), startScriptedUpstream()]);
});
afterAll(() => Promise.all(upstreams.map((upstream) => upstream.close())));

describeLanguageModelContract('a group of three upstreams', {
  create: () =>
    new BackendGroup({
      id: 'scripted',
      members: upstreams.map(({ baseUrl }, index) => ({
        backend: new Backend(`backend-${index}`, createChatCompletionsModel({ id: 'scripted', baseUrl, retries: 0 })),
        weight: 1,
        concurrency: 8,
        queue: 8,
      })),
    }),
  requests: {
    text: buildRequest('tokens=20'),
    otherText: buildRequest('tokens=30 think'),
    slow: buildRequest('tokens=100 gap=30'),
    toolCall: buildRequest('say call=look call=look', { tools: [functionTool('look', { at: { type: 'string' } })] }),
    failing: buildRequest('tokens=10 cut=3'),
  },
  openWork: () => upstreams.reduce((sum, { open }) => sum + open, 0),
});
