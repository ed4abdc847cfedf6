import { fitsLast, LearnedFits, mostFits } from '#src/compat/learned-fits.js';
import { buildRequest, functionTool } from '@org/engine/testing';

describe('what an upstream was found to take', () => {
  const now = { ms: 0 };
  const fits = (): LearnedFits<string> => new LearnedFits({ now: () => now.ms });
  const hello = buildRequest('hello', { sampling: { temperature: 0.2 } });

  it('holds for every request of the form, whatever it says', () => {
    const learned = fits();
    learned.learn(hello, 'less');
    expect(learned.recall(buildRequest('something else', { sampling: { temperature: 1 } }))).toBe('less');
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
    const learned = fits();
    learned.learn(hello, 'less');
    expect(learned.recall(other)).toBeUndefined();
  });

  it('is forgotten after some minutes, however often it was of use', () => {
    const learned = fits();
    learned.learn(hello, 'less');
    now.ms += fitsLast - 1;
    expect(learned.recall(hello)).toBe('less');
    now.ms += 1;
    expect(learned.recall(hello)).toBeUndefined();
  });

  it('gives way to what was learned later', () => {
    const learned = fits();
    const named = (model: number) => buildRequest('hello', { model: `model ${model}` });
    for (let model = 0; model <= mostFits; model += 1) learned.learn(named(model), 'less');
    expect([learned.recall(named(0)), learned.recall(named(1)), learned.recall(named(mostFits))]).toEqual([
      undefined,
      'less',
      'less',
    ]);
  });
});
