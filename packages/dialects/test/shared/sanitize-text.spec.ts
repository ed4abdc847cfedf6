import { EngineError } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { responsesDialect } from '#src/responses.js';

const bodyOf = (error: EngineError): string =>
  JSON.stringify([messagesDialect.encodeError(error, 'req_1').body, responsesDialect.encodeError(error, 'req_1').body]);

describe('the message of an error', () => {
  it('go out as they are when they are short', () => {
    expect(
      bodyOf(new EngineError('invalid-request', 'input: é \u{1f600} is wrong', { param: 'input' })).split(
        'input: é \u{1f600} is wrong',
      ),
    ).toHaveLength(3);
  });

  it('preserves its start and end when it contains a long name from a client', () => {
    const body = bodyOf(
      new EngineError('invalid-request', `begin ${'x'.repeat(100_000)} end`, { param: 'y'.repeat(100_000) }),
    );
    expect(body.length).toBeLessThan(4000);
    expect(body).toMatch(/"begin x+ \.\.\. x+ end"/);
  });

  it('is well-formed for any client input and any truncation point', () => {
    expect(bodyOf(new EngineError('invalid-request', 'no \ud800 such', { param: 'a.\udc00' }))).not.toMatch(
      /\\ud[89a-f]/i,
    );
    for (let shift = 0; shift < 2; shift += 1) {
      expect(bodyOf(new EngineError('invalid-request', 'x'.repeat(shift) + '\u{1f600}'.repeat(5000)))).not.toMatch(
        /\\ud[89a-f]/i,
      );
    }
  });
});
