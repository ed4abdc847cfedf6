import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { buildRequest, describeLanguageModelContract, functionTool } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());

describeLanguageModelContract('chat-completions', {
  create: () => createChatCompletionsModel({ id: 'scripted', baseUrl: upstream.baseUrl }),
  requests: {
    text: buildRequest('tokens=20'),
    otherText: buildRequest('tokens=30 think'),
    slow: buildRequest('tokens=100 gap=30'),
    toolCall: buildRequest('say call=look call=look', { tools: [functionTool('look', { at: { type: 'string' } })] }),
    failing: buildRequest('tokens=10 cut=3'),
  },
  openWork: () => upstream.open,
});
