import { createChatCompletionsGenerator } from '#src/generators/chat-completions/chat-completions-generator.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { Backend } from '#src/routing/backend.js';
import { buildRequest, functionTool } from '#src/testing/builders.js';
import { describeGeneratorContract } from '#src/testing/contracts/generator-contract.js';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/upstream/scripted-upstream.js';

let upstreams: readonly ScriptedUpstream[];
beforeAll(async () => {
  upstreams = await Promise.all([startScriptedUpstream(), startScriptedUpstream(), startScriptedUpstream()]);
});
afterAll(() => Promise.all(upstreams.map((upstream) => upstream.close())));

describeGeneratorContract('a group of three upstreams', {
  create: () =>
    new BackendGroup({
      id: 'scripted',
      members: upstreams.map(({ baseUrl }, index) => ({
        backend: new Backend(
          `backend-${index}`,
          createChatCompletionsGenerator({ id: 'scripted', baseUrl, retries: 0 }),
        ),
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
