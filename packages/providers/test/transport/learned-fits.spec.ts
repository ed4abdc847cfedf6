import { capabilityTtlMs, CapabilityCache, maxCapabilities } from '#src/compat/learned-fits.js';
import { buildRequest, functionTool } from '@org/engine/testing';

describe('what an upstream was found to take', () => {
  const now = { ms: 0 };
  const capabilityCache = (): CapabilityCache<string> => new CapabilityCache({ now: () => now.ms });
  const hello = buildRequest('hello', { sampling: { temperature: 0.2 } });

  it('holds for every request of the form, whatever it says', () => {
    const cached = capabilityCache();
    cached.learn(hello, 'less');
    expect(cached.recall(buildRequest('something else', { sampling: { temperature: 1 } }))).toBe('less');
  });

  it.each([
    ['of another model', buildRequest('hello', { model: 'other', sampling: { temperature: 0.2 } })],
    ['with tools', buildRequest('hello', { sampling: { temperature: 0.2 }, tools: [functionTool('look')] })],
    ['with other settings', buildRequest('hello', { sampling: { topP: 0.2 } })],
    [
      'with a wish for reasoning',
      buildRequest('hello', { sampling: { temperature: 0.2 }, reasoning: { enabled: true } }),
    ],
    ['of another dialect', buildRequest('hello', { sampling: { temperature: 0.2 }, extensions: { messages: {} } })],
  ])('says nothing of a request %s', (_, other) => {
    const cached = capabilityCache();
    cached.learn(hello, 'less');
    expect(cached.recall(other)).toBeUndefined();
  });

  it('is forgotten after some minutes, however often it was of use', () => {
    const cached = capabilityCache();
    cached.learn(hello, 'less');
    now.ms += capabilityTtlMs - 1;
    expect(cached.recall(hello)).toBe('less');
    now.ms += 1;
    expect(cached.recall(hello)).toBeUndefined();
  });

  it('gives way to what was learned later', () => {
    const cached = capabilityCache();
    const named = (model: number) => buildRequest('hello', { model: `model ${model}` });
    for (let model = 0; model <= maxCapabilities; model += 1) cached.learn(named(model), 'less');
    expect([cached.recall(named(0)), cached.recall(named(1)), cached.recall(named(maxCapabilities))]).toEqual([
      undefined,
      'less',
      'less',
    ]);
  });
});
