import { cacheLifetimeMs, CapabilityCache, maxCachedForms } from '#src/compat/capability-cache.js';
import { buildRequest, functionTool } from '@org/engine/testing';

describe('a cached capability of an upstream', () => {
  const now = { ms: 0 };
  const cacheOf = (): CapabilityCache<string> => new CapabilityCache({ now: () => now.ms });
  const hello = buildRequest('hello', { sampling: { temperature: 0.2 } });

  it('applies to every request of the form, whatever its content', () => {
    const cache = cacheOf();
    cache.set('alice', hello, 'less');
    expect(cache.recall('alice', buildRequest('something else', { sampling: { temperature: 1 } }))).toBe('less');
  });

  it.each([
    ['of another model', buildRequest('hello', { model: 'other', sampling: { temperature: 0.2 } })],
    ['with tools', buildRequest('hello', { sampling: { temperature: 0.2 }, tools: [functionTool('look')] })],
    ['with other settings', buildRequest('hello', { sampling: { topP: 0.2 } })],
    ['with reasoning options', buildRequest('hello', { sampling: { temperature: 0.2 }, reasoning: { enabled: true } })],
    ['of another dialect', buildRequest('hello', { sampling: { temperature: 0.2 }, extensions: { messages: {} } })],
  ])('does not apply to a request %s', (_, other) => {
    const cache = cacheOf();
    cache.set('alice', hello, 'less');
    expect(cache.recall('alice', other)).toBeUndefined();
  });

  it('does not apply to a request of another owner', () => {
    const cache = cacheOf();
    cache.set('alice', hello, 'less');
    expect(cache.recall('bob', hello)).toBeUndefined();
  });

  it('expires after its lifetime, however often requests used it', () => {
    const cache = cacheOf();
    cache.set('alice', hello, 'less');
    now.ms += cacheLifetimeMs - 1;
    expect(cache.recall('alice', hello)).toBe('less');
    now.ms += 1;
    expect(cache.recall('alice', hello)).toBeUndefined();
  });

  it('is evicted when the cache is full, the oldest first', () => {
    const cache = cacheOf();
    const named = (model: number) => buildRequest('hello', { model: `model ${model}` });
    for (let model = 0; model <= maxCachedForms; model += 1) cache.set('alice', named(model), 'less');
    expect([
      cache.recall('alice', named(0)),
      cache.recall('alice', named(1)),
      cache.recall('alice', named(maxCachedForms)),
    ]).toEqual([undefined, 'less', 'less']);
  });
});
