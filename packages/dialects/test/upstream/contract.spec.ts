import { buildRequest, describeGeneratorContract, functionTool } from '@org/engine/testing';
import { LiveWire, wires } from './wires.js';

for (const wireCase of wires) {
  const live = new LiveWire(wireCase);
  beforeAll(() => live.start());
  afterAll(() => live.stop());

  describeGeneratorContract(`${wireCase.name} upstream`, {
    create: () => live.generator(),
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
