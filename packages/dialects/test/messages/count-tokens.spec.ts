import { decodeCountTokens } from '#src/messages.js';
import { decode, decodeOptions, errorOf, user } from './requests.js';

const prompt = { model: 'm', system: 'Be brief.', messages: [user('Hi')], tools: [{ name: 'look', input_schema: { type: 'object' } }] };

describe('a token count', () => {
  it('is of the very prompt that a request would run', () => {
    const counted = decodeCountTokens(prompt, decodeOptions()).turn.generation;
    const run = decode(prompt).generation;
    expect(counted).toEqual({ ...run, limits: {} });
  });

  it('takes and ignores what only generation needs', () =>
    expect(decodeCountTokens({ ...prompt, max_tokens: 0, stream: true, temperature: 9 }, decodeOptions({ version: '2026-10-21' })).turn.generation.limits).toEqual({}));

  it('follows the rules of a prompt', () => expect(errorOf(() => decodeCountTokens({ ...prompt, messages: [] }, decodeOptions())).param).toBe('messages'));

  it('names the field at fault', () => expect(errorOf(() => decodeCountTokens({ ...prompt, messages: 'Hi' }, decodeOptions())).param).toBe('messages'));

  it('allows any thinking budget, for there is no cap to compare it with', () =>
    expect(decodeCountTokens({ ...prompt, tools: [], thinking: { type: 'enabled', budget_tokens: 50_000 } }, decodeOptions()).turn.generation.reasoning).toEqual({
      enabled: true,
      budgetTokens: 50_000,
    }));
});
