import { messageCreateParamsSchema } from '#src/messages.js';
import { responseCreateParamsSchema } from '#src/responses.js';
import { withoutOptionalNulls } from '#src/schema.js';

describe('a body without redundant nulls', () => {
  it('removes null members that are optional and not nullable, at any depth', () => {
    const message = {
      model: 'm',
      max_tokens: 9,
      system: null,
      tools: [{ name: 'f', description: null, input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: null }] }],
    };
    expect(withoutOptionalNulls(messageCreateParamsSchema, message)).toEqual({
      model: 'm',
      max_tokens: 9,
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }],
    });
    const items = [
      { type: null, role: 'user', content: 'q' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', async: null, status: 'completed' },
    ];
    expect(withoutOptionalNulls(responseCreateParamsSchema, { model: 'm', input: items })).toEqual({
      model: 'm',
      input: [
        { role: 'user', content: 'q' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' },
      ],
    });
  });

  it('preserves meaningful nulls and everything outside the schema', () => {
    const schema = { type: 'object', properties: { a: { enum: [1, null], default: null } } };
    const body = {
      model: 'm',
      input: 'q',
      temperature: null,
      stream: null,
      unknown: null,
      tools: [{ type: 'function', name: 'f', strict: null, parameters: schema }],
      stream_options: { include_obfuscation: null, tomorrow: null },
    };
    expect(withoutOptionalNulls(responseCreateParamsSchema, body)).toEqual({
      ...body,
      stream_options: { tomorrow: null },
    });
  });

  it('preserves the order of the remaining members, and members of any name', () => {
    const body: unknown = JSON.parse(
      '{"model":"m","instructions":"i","stream_options":{"__proto__":{"a":1},"include_obfuscation":null,"z":1,"b":2},"input":[{"role":"user","__proto__":[1],"content":"q","type":null,"id":"a"}]}',
    );
    const remaining =
      '{"model":"m","instructions":"i","stream_options":{"__proto__":{"a":1},"z":1,"b":2},"input":[{"role":"user","__proto__":[1],"content":"q","id":"a"}]}';
    expect(JSON.stringify(withoutOptionalNulls(responseCreateParamsSchema, body))).toBe(remaining);
  });

  it('preserves the faults of the body', () => {
    expect(withoutOptionalNulls(messageCreateParamsSchema, { model: null, messages: null, system: null })).toEqual({
      model: null,
      messages: null,
    });
    expect(
      withoutOptionalNulls(responseCreateParamsSchema, { model: 'm', input: [{ type: null, role: 'user' }] }),
    ).toEqual({ model: 'm', input: [{ role: 'user' }] });
  });

  it.each([null, 3, 'text', [], [null], { model: 'm', input: [{ type: null, id: 'msg_1' }] }])(
    'is itself where it has none: %j',
    (body) => expect(withoutOptionalNulls(responseCreateParamsSchema, body)).toBe(body),
  );
});
