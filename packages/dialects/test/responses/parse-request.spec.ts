import { responsesDialect } from '#src/responses.js';

describe('a body that does not fit the schema', () => {
  it.each([
    [{ input: 'q' }, 'model', 'model: Field required'],
    [{ model: 'm', input: 3 }, 'input', 'input: '],
    [{ model: 'm', input: [{ role: 'user', content: [{ type: 'input_text' }] }] }, 'input.0.content.0.text', 'Field required'],
    [{ model: 'm', temperature: 3 }, 'temperature', 'less than or equal to 2'],
    [[], undefined, 'an array was given'],
  ])('is refused with its path and the rule: %j', (body, param, text) => {
    expect(() => responsesDialect.parseRequest(body)).toThrow(
      expect.objectContaining({ code: 'invalid-request', param, message: expect.stringContaining(text) as string }),
    );
  });
});
