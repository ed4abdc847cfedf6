import { mapUpstreamError } from '#src/errors/upstream-error.js';
import { upstreamErrorFacts } from '#src/errors/upstream-error-facts.js';
import { upstreamErrorText } from '#src/errors/upstream-error-text.js';

function locationsOf(body: unknown): readonly string[] {
  const error = mapUpstreamError({ status: 400, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return upstreamErrorFacts(error, upstreamErrorText(error)).at;
}
const message = (text: string): object => ({ error: { message: text, type: 'invalid_request_error' } });

describe('the location of an upstream error', () => {
  it.each<[string, unknown]>([
    ['param with brackets', { error: { message: 'Invalid.', param: 'tools[1].type' } }],
    ['param with dots', { error: { message: 'Invalid.', param: 'tools.1.type' } }],
    ['param as a JSON pointer', { error: { message: 'Invalid.', param: '/tools/1/type' } }],
    ['param as a JSON path', { error: { message: 'Invalid.', param: "$.tools[1]['type']" } }],
    ['a path before the message', message("tools.1.type: Input should be 'function'")],
    ['a path in quotes', message("Invalid value for 'tools[1].type': expected one of 'function'.")],
    ['arrows in a text body', 'body -> tools -> 1 -> type\n  unexpected value; permitted: function'],
    ['a line of its own', message('1 validation error for Request\ntools.1.type\n  Input should be a string')],
    ['loc of pydantic', { detail: [{ type: 'literal_error', loc: ['body', 'tools', 1, 'type'], msg: 'Not one of.' }] }],
    [
      'loc in Python notation',
      message("[{'type': 'missing', 'loc': ('body', 'tools', 1, 'type'), 'msg': 'Required'}]"),
    ],
    ['path of zod', { error: { issues: [{ code: 'invalid_value', path: ['tools', 1, 'type'], message: 'Invalid' }] } }],
    ['a path of serde', message('Failed to deserialize the JSON body: tools[1].type: unknown variant `custom`')],
    ['a JSON pointer of Bedrock', { message: '#/tools/1/type: #: only 1 subschema matches out of 2' }],
    ['field of Gemini', { error: { message: 'Bad.', details: [{ fieldViolations: [{ field: 'tools[1].type' }] }] } }],
    ['an error that a gateway quotes', message('AnthropicException - {"error":{"message":"tools.1.type: Invalid"}}')],
  ])('is the path in %s', (_, body) => {
    expect(locationsOf(body)).toContain('tools.1.type');
  });

  it.each([
    ['thinking', 'thinking: Input should be an object'],
    ['thinking.type', "thinking.type: Input tag 'adaptive' found using 'type' does not match"],
    ['output_config.format', "Unknown parameter: 'output_config.format'."],
  ])('is %s without an index', (path, text) => {
    expect(locationsOf(message(text))).toEqual([path]);
  });

  it('has the name of a union where pydantic writes one', () => {
    const error = { detail: [{ loc: ['body', 'input', 'list[Item]', 1, 'type'], msg: 'Not one of.' }] };
    expect(locationsOf(error)).toEqual(['input.list.Item.1.type']);
  });

  it('is first that of param', () => {
    const { error } = { error: { message: 'tools.1.type: Invalid', param: 'tools' } };
    expect(locationsOf({ error })).toEqual(['tools', 'tools.1.type']);
  });

  it.each([
    ['prose', 'You should provide a valid request body, e.g. one with messages or tools.'],
    ['a version', 'Upgrade to 3.11 or use qwen2.5-coder instead.'],
    ['a URL', 'See https://example.com/docs/messages/1/role for help.'],
    ['a longer path', 'The file is /var/data/messages.1.role.json'],
    ['a name with a dash', 'The header x-messages.1.role is unknown.'],
  ])('is none that begins with messages in %s', (_, text) => {
    expect(locationsOf(message(text)).filter((path) => path.startsWith('messages'))).toEqual([]);
  });

  it('is never in the text of the client that a validation library quotes', () => {
    const text = "[{'loc': ('body', 'tools'), 'input': {'text': 'messages[1].role: x'}, 'msg': 'Invalid'}]";
    expect(locationsOf(message(text))).toEqual(['tools']);
  });

  it.each([
    ['paths', 'a.1'.repeat(100_000) + ' a -> '.repeat(10_000) + '['.repeat(10_000)],
    ['a long number in a list', `"loc": [${'1'.repeat(40)}x`],
    ['lists without an end', `"loc": ["a", 1, `.repeat(500)],
  ])('is read in a time that grows with the length of the text: %s', (_, text) => {
    const start = performance.now();
    locationsOf(message(text));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
