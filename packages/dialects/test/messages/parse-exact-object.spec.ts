import { callInput } from '#src/messages/encode/encode-content.js';

describe('the input of a call', () => {
  it('has all digits of the numbers that the model wrote', () => {
    const argumentsText = '{"id":12345678901234567890,"ids":[-9007199254740993],"near":0.5}';
    expect(
      JSON.stringify(callInput({ type: 'tool-call', callId: 'a', name: 'f', kind: 'function', argumentsText })),
    ).toBe(argumentsText);
  });

  it('preserves floats as floats, for languages that distinguish them from integers', () => {
    const argumentsText = '{"price":20.0,"count":3}';
    expect(
      JSON.stringify(callInput({ type: 'tool-call', callId: 'a', name: 'f', kind: 'function', argumentsText })),
    ).toBe(argumentsText);
  });
});
