import type { DecodeOptions } from '#src/dialect.js';
import { countedMessages } from '#src/messages.js';
import { decode, decodeOptions, errorOf, user } from './requests.js';

const decodeCount = (body: unknown, options: DecodeOptions = decodeOptions()) =>
  countedMessages.decodeRequest(countedMessages.parseRequest(body), options);
const prompt = {
  model: 'm',
  system: 'Be brief.',
  messages: [user('Hi')],
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
};

describe('a token count', () => {
  it('is of the very prompt that a request would run', () => {
    const counted = decodeCount(prompt).generation;
    const run = decode(prompt).generation;
    expect(counted).toEqual({ ...run, limits: {} });
  });

  it('takes and ignores what only generation needs', () =>
    expect(
      decodeCount({ ...prompt, max_tokens: 0, stream: true, temperature: 9 }, decodeOptions({ version: '2026-10-21' }))
        .generation.limits,
    ).toEqual({}));

  it('follows the rules of a prompt', () =>
    expect(errorOf(() => decodeCount({ ...prompt, messages: [] })).param).toBe('messages'));

  it('names the field at fault', () =>
    expect(errorOf(() => decodeCount({ ...prompt, messages: 'Hi' })).param).toBe('messages'));

  it('allows any thinking budget, for there is no cap to compare it with', () =>
    expect(
      decodeCount({ ...prompt, tools: [], thinking: { type: 'enabled', budget_tokens: 50_000 } }).generation.reasoning,
    ).toEqual({
      enabled: true,
      budgetTokens: 50_000,
    }));

  it('warns of unknown fields, and not of those that only generation needs', () =>
    expect(
      decodeCount({ ...prompt, max_tokens: 9, stop_sequences: ['x'], moon: 1 }).warnings.map(({ param }) => param),
    ).toEqual(['moon']));

  it('continues from the message of a thread', () => {
    const stored = {
      thread_msg_1: { system: 'Be brief.', tools: [{ name: 'look', input_schema: { type: 'object' } }] },
    };
    const thread = { type: 'continue', previous_message_id: 'msg_1' };
    const body = { model: 'm', messages: [user('Hi')], thread };
    expect(countedMessages.referencedItems(countedMessages.parseRequest(body))).toEqual(['thread_msg_1']);
    const { state, generation } = decodeCount(body, { ...decodeOptions(), items: new Map(Object.entries(stored)) });
    expect([state.previousId, generation.tools.length, generation.messages[0]?.role]).toEqual(['msg_1', 1, 'system']);
    expect(errorOf(() => decodeCount({ ...body, thread: { type: 'continue' } })).param).toBe(
      'thread.previous_message_id',
    );
  });
});
