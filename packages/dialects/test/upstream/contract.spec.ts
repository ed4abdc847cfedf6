import { buildRequest, describeLanguageModelContract, functionTool } from '@org/engine/testing';
import { LiveUpstreamApi, apis } from './live-upstream-api.js';

for (const upstreamFixture of apis) {
  const live = new LiveUpstreamApi(upstreamFixture);
  beforeAll(() => live.start());
  afterAll(() => live.stop());

  describeLanguageModelContract(`${upstreamFixture.name} upstream`, {
    create: () => live.languageModel(),
    requests: {
      text: buildRequest('tokens=20'),
      otherText: buildRequest('tokens=30 think'),
      slow: buildRequest('tokens=100 gap=30'),
      toolCall: buildRequest('say call=look call=look', { tools: [functionTool('look', { at: { type: 'string' } })] }),
      failing: buildRequest('tokens=10 cut=3'),
    },
    openWork: () => live.upstream.open,
  });
}
