import { parseExactly } from '@org/engine';
import { type Fixture, replay } from './replay.js';

/** A rejected request of the responses API with that value at `path`. */
function rejected(body: string, param: string, message: string): Fixture {
  return {
    server: 'OpenAI',
    feature: 'a number',
    api: 'responses',
    error: { status: 400, body: { error: { message, type: 'invalid_request_error', param } } },
    payload: { body: parseExactly(body) as NonNullable<Fixture['payload']>['body'], isPassthrough: true },
    expected: { remembered: false },
  };
}

const integer = 'expected an integer, but got a decimal number instead.';

describe('a number that an upstream rejects', () => {
  it.each([
    ['has a fraction', '{"min_tokens":1.5}', 'min_tokens', integer],
    ['has an exponent', '{"min_tokens":1e3}', 'min_tokens', integer],
    ['is a word', '{"min_p":"low"}', 'min_p', 'expected a number, but got a string instead.'],
    ['is hexadecimal', '{"min_p":"0x1"}', 'min_p', 'expected a number, but got a string instead.'],
    ['is part of a schema', '{"tools":[{"parameters":{"maximum":2.0}}]}', 'tools.0.parameters.maximum', integer],
    ['is metadata', '{"metadata":{"a":2.0}}', 'metadata.a', integer],
  ])('stays as the client wrote it where it %s', (_, body, param, message) => {
    expect(replay(rejected(body, param, message)).id).toBeUndefined();
  });
});
