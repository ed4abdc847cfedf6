import { callsHaveResults } from '#src/messages/rules/calls-have-results.js';
import { checkCallPositions } from '#src/messages/rules/check-call-positions.js';
import { resultsHaveCalls } from '#src/messages/rules/results-have-calls.js';
import { uniqueCallIds } from '#src/messages/rules/unique-call-ids.js';
import { assistant, decode, errorOf, checkRule, text, toolResult, toolUse, user } from '../requests.js';

const pairs: readonly [string, readonly object[]][] = [
  ['a call and its result', [user('Hi'), assistant([toolUse('a')]), user([toolResult('a')])]],
  [
    'results of two calls in another order',
    [user('Hi'), assistant([toolUse('a'), toolUse('b')]), user([toolResult('b'), toolResult('a')])],
  ],
  [
    'results in two neighbouring messages',
    [user('Hi'), assistant([toolUse('a'), toolUse('b')]), user([toolResult('a')]), user([toolResult('b')])],
  ],
  [
    'a call in the first of two neighbouring messages',
    [user('Hi'), assistant([toolUse('a')]), assistant('Wait.'), user([toolResult('a')])],
  ],
  ['results after a text', [user('Hi'), assistant([toolUse('a')]), user([text('Here:'), toolResult('a')])]],
  ['no tools at all', [user('Hi'), assistant('Hello'), user('Bye')]],
];

describe('calls and results', () => {
  it.each(pairs)('match each other: %s', (_, messages) => {
    for (const rule of [checkCallPositions, callsHaveResults, resultsHaveCalls, uniqueCallIds])
      expect(checkRule(rule, { messages })).toBeUndefined();
  });
});

describe('a call without its result', () => {
  it('is named with its message', () => {
    expect(
      checkRule(callsHaveResults, {
        messages: [user('Hi'), assistant([toolUse('a'), toolUse('b')]), user([toolResult('a')])],
      }),
    ).toEqual({
      param: 'messages.1',
      message:
        'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. ' +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    });
  });

  it('is an error at the end of the conversation', () =>
    expect(checkRule(callsHaveResults, { messages: [user('Hi'), assistant([toolUse('a')])] })?.param).toBe(
      'messages.1',
    ));

  it('is an error when a system message parts the two', () =>
    expect(
      checkRule(callsHaveResults, {
        messages: [user('Hi'), assistant([toolUse('a')]), { role: 'system', content: 'Now' }, user([toolResult('a')])],
      })?.param,
    ).toBe('messages.1'));
});

describe('a result without its call', () => {
  it('is named with its block', () => {
    expect(
      checkRule(resultsHaveCalls, { messages: [user('Hi'), assistant('Hello'), user([text('So'), toolResult('x')])] }),
    ).toEqual({
      param: 'messages.2.content.1',
      message:
        'messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: x. ' +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    });
  });

  it('may open the new part of a continued thread', () =>
    expect(
      checkRule(resultsHaveCalls, {
        messages: [user([toolResult('x')])],
        thread: { type: 'continue', previous_message_id: 'msg_0' },
      }),
    ).toBeUndefined());

  it('is an error further on in a continued thread', () =>
    expect(
      checkRule(resultsHaveCalls, {
        messages: [user([toolResult('x')]), assistant('Hello'), user([toolResult('y')])],
        thread: { type: 'continue', previous_message_id: 'msg_0' },
      })?.param,
    ).toBe('messages.2.content.0'));

  it('may not repeat the result of a call', () =>
    expect(
      checkRule(resultsHaveCalls, {
        messages: [user('Hi'), assistant([toolUse('a')]), user([toolResult('a'), toolResult('a')])],
      })?.message,
    ).toBe(
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ));
});

describe('a block of the other role', () => {
  it.each([
    ['tool_use', 'assistant', [user([text('So'), toolUse('a')])], 'messages.0.content.1'],
    ['tool_result', 'user', [user('Hi'), assistant([toolResult('a')]), user('So?')], 'messages.1.content.0'],
  ])('is rejected with its path and its role: %s', (type, role, messages, param) =>
    expect(errorOf(() => decode({ messages }))).toMatchObject({
      code: 'invalid-request',
      param,
      message: `${param}: \`${type}\` blocks can only be in \`${role}\` messages`,
    }),
  );
});

describe('ids of calls', () => {
  it('are unique in the conversation', () =>
    expect(
      checkRule(uniqueCallIds, {
        messages: [
          user('Hi'),
          assistant([toolUse('a')]),
          user([toolResult('a')]),
          assistant([toolUse('a')]),
          user([toolResult('a')]),
        ],
      }),
    ).toEqual({ param: 'messages.3.content.0.id', message: 'messages.3.content.0: `tool_use` ids must be unique' }));
});
