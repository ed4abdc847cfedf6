import { EngineError, type ErrorCode, toEngineError } from '@org/engine';
import { loggedPath } from '#src/request-context/logged-path.js';
import { loggedReason } from '#src/request-context/logged-reason.js';

const reasonOf = (message: string, param?: string, code: ErrorCode = 'invalid-request'): string | undefined =>
  loggedReason(new EngineError(code, message, { param }));

describe('the path of a field in the log', () => {
  it.each([
    'max_tokens',
    'messages.2.content.0.text',
    'input.3.content.1.image_url',
    'input[3].content[1]',
    'tools.0.input_schema.type',
    'text.format.schema',
  ])('is that of the API: %s', (path) => {
    expect(loggedPath(path)).toBe(path);
  });

  it.each([
    ['metadata.customer_name', 'metadata.*'],
    ['tools.0.input_schema.properties.secret.type', 'tools.0.input_schema.properties.*'],
    ['messages.1.content.0.input.secret.deeper', 'messages.1.content.0.input.*'],
    ['tools.0.headers.x-secret', 'tools.0.headers.*'],
    ['a question to the model', '*'],
    ['messages.0.¿why?', 'messages.0.*'],
    ["metadata['secret']", '*'],
  ])('has no name of the client: %s', (path, logged) => {
    expect(loggedPath(path)).toBe(logged);
  });

  it('is short', () => {
    expect(loggedPath(`a${'.b'.repeat(10_000)}`)).toHaveLength(200);
  });
});

describe('the reason of a rejected request in the log', () => {
  it.each([
    ['max_tokens: Input should be greater than or equal to 1', 'max_tokens'],
    ['tools.0.type: Input should be "custom" or "function", but got another string', 'tools.0.type'],
    ['model: Field required', 'model'],
    ["Unknown parameter: 'max_token'.", 'max_token'],
    ["Invalid 'tools[0].name': string too long. Expected a string with maximum length 64.", 'tools[0].name'],
    ["Unsupported value: 'text.format.type' must be 'text', 'json_object' or 'json_schema'.", 'text.format.type'],
    ["Missing required parameter: 'tools[0].server_url' or 'tools[0].connector_id'.", 'tools[0]'],
    ["tools.0: tools of type 'web_search_20250305' are not available on this service", 'tools.0'],
    ['The body is not valid JSON: expected a value at line 1, column 2.', undefined],
    ['This key has used its quota of 60 requests.', undefined],
  ])('is the message as the client receives it: %s', (message, param) => {
    expect(reasonOf(message, param)).toBe(message);
  });

  it.each([
    [
      "tool_choice.name: Tool 'private' not found in provided tools",
      'tool_choice.name',
      "tool_choice.name: Tool '…' not found in provided tools",
    ],
    [
      "Tool choice 'private' not found in 'tools' parameter.",
      'tool_choice',
      "Tool choice '…' not found in 'tools' parameter.",
    ],
    [
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: private. Each needs one.',
      'messages.1',
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after',
    ],
    [
      'messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: private. Each needs one.',
      'messages.1.content.0',
      'messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks',
    ],
    [
      'No tool call found for function call output with call_id private.',
      'input',
      'No tool call found for function call output with call_id "…".',
    ],
    ['No tool output found for function call private.', 'input', 'No tool output found for function call "…".'],
    [
      'Duplicate item found with id private. Remove duplicate items from your input and try again.',
      'input',
      'Duplicate item found with id "…". Remove duplicate items from your input and try again.',
    ],
    [
      'tools.0.input_schema: this is not a valid JSON Schema: private must be string.',
      'tools.0.input_schema',
      'tools.0.input_schema: this is not a valid JSON Schema',
    ],
    [
      'metadata.private: Input should be a string, but got an array',
      'metadata.private',
      'metadata.*: Input should be a string, but got an array',
    ],
    [
      `The tool ${JSON.stringify('a "private" one')} of tool_choice is missing.`,
      undefined,
      'The tool "…" of tool_choice is missing.',
    ],
  ])('has no value of the request: %s', (message, param, logged) => {
    expect(reasonOf(message, param)).toBe(logged);
  });

  it('names the configured models for an unknown one, and the tokens of a prompt that is too long', () => {
    expect(reasonOf('The model "private" does not exist. Models: a, b.', 'model', 'unknown-model')).toBe(
      'The model "…" does not exist. Models: a, b.',
    );
    const overflow = 'prompt is too long: 41000 tokens > 32768 maximum';
    expect(reasonOf(overflow, undefined, 'context-overflow')).toBe(overflow);
  });

  it('ends at the first colon in a failure of a model, whose output may follow', () => {
    expect(reasonOf('The model did not follow the schema: "a", /private.', undefined, 'upstream-failed')).toBe(
      'The model did not follow the schema',
    );
  });

  it('is absent where the message only refers to the log', () => {
    expect(loggedReason(toEngineError(new TypeError('a defect')))).toBeUndefined();
  });

  it('is short', () => {
    expect(reasonOf(`The body ${'is long '.repeat(1_000)}`)).toHaveLength(300);
  });
});
