import { parseCompactRequest, parseCountRequest, responsesDialect } from '#src/responses.js';

describe('a body that does not fit the schema', () => {
  it.each([
    [{ input: 'q' }, 'model', 'missing_required_parameter', 'model: Field required'],
    [{ model: '' }, 'model', 'empty_string', 'at least 1 characters'],
    [{ model: 'm', input: 3 }, 'input', 'invalid_type', 'input: '],
    [{ model: 'm', input: [{ role: 'user', content: [{ type: 'input_text' }] }] }, 'input.0.content.0.text', 'missing_required_parameter', 'Field required'],
    [{ model: 'm', input: [{ type: 'message', role: 'wizard', content: 'q' }] }, 'input.0.role', 'invalid_value', 'Input should be'],
    [{ model: 'm', temperature: 3 }, 'temperature', 'invalid_value', 'less than or equal to 2'],
    [{ model: 'm', temperature: '3' }, 'temperature', 'invalid_type', 'a string was given'],
    [{ model: 'm', truncation: 'some' }, 'truncation', 'invalid_value', '"auto"'],
    [{ model: 'm', metadata: { a: 'x'.repeat(513) } }, 'metadata.a', 'string_above_max_length', 'at most 512'],
    [{ model: 'm', metadata: JSON.parse('{"__proto__": "x"}') }, 'metadata', 'invalid_value', '__proto__'],
    [[], undefined, 'invalid_type', 'an array was given'],
  ])('is refused with its path, the kind of fault and the rule: %j', (body, param, detail, text) => {
    expect(() => responsesDialect.parseRequest(body)).toThrow(
      expect.objectContaining({ code: 'invalid-request', param, detail, message: expect.stringContaining(text) as string }),
    );
  });

  it.each([['a compaction', parseCompactRequest], ['a count', parseCountRequest]])('is refused in the same way where %s is asked for', (_, parse) => {
    expect(() => parse({ input: 'q' })).toThrow(expect.objectContaining({ param: 'model', detail: 'missing_required_parameter' }));
    expect(() => parse({ model: 3 })).toThrow(expect.objectContaining({ param: 'model', detail: 'invalid_type' }));
  });
});
