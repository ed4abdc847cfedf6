import * as fc from 'fast-check';
import { z } from 'zod';
import { messageCreateParamsSchema } from '#src/messages.js';
import { responseCreateParamsSchema } from '#src/responses.js';
import { acceptanceOf } from '#src/schema/acceptance.js';
import { describeFault } from '#src/schema/describe-issue.js';
import { parseJson } from '#src/schema/parse-json.js';

const member = z.looseObject({ type: z.literal('a'), text: z.string().min(2), note: z.string().nullish() });
const other = z.looseObject({
  type: z.literal('b').optional(),
  count: z.int().min(1).max(9),
  flags: z.array(z.boolean()).max(2).optional(),
});

/** Small schemas of every kind that the protocol uses, so that generated values often match and often almost match. */
const schemas: readonly z.ZodType[] = [
  member,
  z.discriminatedUnion('type', [member, other]),
  z.union([z.string(), z.array(z.union([member, z.null()]))]),
  z.record(z.string(), z.union([z.string(), z.number()])),
  z.record(z.string().max(1), z.unknown()),
  z.object({ type: z.enum(['a', 'b']) }),
  z.strictObject({ type: z.literal(['a', null]), text: z.unknown().optional() }),
  z.looseObject({ count: z.number().default(3) }),
  z.string().trim(),
  z.looseObject({ text: z.string() }).refine((value) => value.text !== 'aa'),
  z.looseObject({
    text: z.union([z.string(), z.array(z.nullish(member))]).optional(),
    more: z.array(z.array(other)).min(1).max(2).nullable(),
  }),
  z.union([z.array(z.string()), z.array(member), z.array(z.number())]),
];

const scalar = fc.constantFrom(null, true, 0, 1, 9, 10, 1.5, '', 'a', 'b', 'aa', ' a ', 'text');
const key = fc.constantFrom('type', 'text', 'note', 'count', 'flags', 'more', '__proto__', 'constructor');
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  // Built from text, because only a parser creates an own member `__proto__`.
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((members): unknown =>
      JSON.parse(`{${members.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`),
    ),
}));

describe('a predicate of a schema', () => {
  it.each(schemas.map((schema, index) => ({ schema, kind: `${index} ${schema.def.type}` })))(
    'accepts only values that zod accepts and returns unchanged: $kind',
    ({ schema }) => {
      fc.assert(
        fc.property(json, (value) => {
          if (!acceptanceOf(schema)(value)) return;
          const parsed = schema.safeParse(value);
          expect(parsed.success).toBe(true);
          expect(parsed.data).toStrictEqual(value);
        }),
        { numRuns: 2000 },
      );
    },
  );

  it.each([
    { name: 'messages', schema: messageCreateParamsSchema, body: messagesBody() },
    { name: 'responses', schema: responseCreateParamsSchema, body: responsesBody() },
  ])('accepts a usual request of the $name dialect without zod', ({ schema, body }) => {
    expect(acceptanceOf(schema)(body)).toBe(true);
  });
});

describe('parseJson', () => {
  it('returns the same object when the value is valid', () => {
    const body = messagesBody();
    expect(parseJson(messageCreateParamsSchema, body).data).toBe(body);
  });

  it("returns zod's own issues for an invalid value", () => {
    const body = { ...messagesBody(), max_tokens: 0 };
    expect(parseJson(messageCreateParamsSchema, body).error).toStrictEqual(
      messageCreateParamsSchema.safeParse(body).error,
    );
  });

  it.each(schemas.map((schema, index) => ({ schema, kind: `${index} ${schema.def.type}` })))(
    'accepts the same values as zod and reports the same first issue: $kind',
    ({ schema }) => {
      fc.assert(
        fc.property(json, (value) => {
          expect(outcomeOf(parseJson(schema, value), value)).toStrictEqual(outcomeOf(schema.safeParse(value), value));
        }),
        { numRuns: 2000 },
      );
    },
  );

  it.each([
    { where: 'a list', body: { model: 'm', input: repeated(null) }, param: 'input.0' },
    {
      where: 'the content of a message',
      body: { model: 'm', input: [{ role: 'user', content: repeated({ type: 'input_text' }) }] },
      param: 'input.0.content.0.text',
    },
    {
      where: 'the annotations of a part',
      body: {
        model: 'm',
        input: [
          {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: '', annotations: repeated(1) }],
          },
        ],
      },
      param: 'input.0.content.0.annotations.0',
    },
    {
      where: 'the end of a list',
      body: { model: 'm', input: [...repeated({ role: 'user', content: 'a' }), ...repeated(null)] },
      param: 'input.100000',
    },
  ])('describes one of a hundred thousand issues in $where', ({ body, param }) => {
    const { error } = parseJson(responseCreateParamsSchema, body);
    expect(error && describeFault(error, body).param).toBe(param);
    expect(JSON.stringify(error?.issues).length).toBeLessThan(20_000);
  });

  it('drops a member named __proto__, as zod does', () => {
    const body: unknown = JSON.parse('{"model":"m","max_tokens":1,"messages":[],"__proto__":{"stream":true}}');
    const { data } = parseJson(messageCreateParamsSchema, body);
    expect(Object.keys(data ?? {})).toStrictEqual(['model', 'messages', 'max_tokens']);
    expect(data?.stream).toBeUndefined();
  });
});

/** The result as a client sees it. For a list that is also too long, the client gets the first invalid element. */
function outcomeOf(parsed: z.ZodSafeParseResult<unknown>, value: unknown): unknown {
  if (parsed.success) return parsed;
  const fault = describeFault(parsed.error, value);
  return Array.isArray(value) || /flags|more/.test(fault.param) ? fault.param.split('.')[0] : fault;
}

function repeated(value: unknown): unknown[] {
  return Array.from({ length: 100_000 }, () => value);
}

function messagesBody(): unknown & object {
  return {
    model: 'm',
    max_tokens: 16,
    stream: true,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }, { type: 'of_tomorrow' }],
      },
    ],
    tools: [{ name: 'look', input_schema: { type: 'object' } }],
  };
}

function responsesBody(): unknown & object {
  return {
    model: 'm',
    store: false,
    metadata: { user: 'a' },
    input: [
      { role: 'user', content: 'Hello' },
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
      },
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'x' },
      { id: 'msg_0' },
      { type: 'of_tomorrow' },
    ],
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object' }, strict: null }],
  };
}
