// Two schemas from one definition: properties of the read schema for every value of the strict schema.
import { hasResponse, loadFixtures } from '#src/fixtures.js';
import { errorResponseSchema } from '#src/messages.js';
import { messageNeeds, readMessageSchema, readMessageStreamEventSchema, type ReadMessage } from '#src/messages/read.js';
import { modelListSchema } from '#src/responses.js';
import {
  readResponseSchema,
  readResponseStreamEventSchema,
  responseNeeds,
  type ReadResponse,
} from '#src/responses/read.js';
import { describeFault, readForm, type Needs } from '#src/schema.js';
import { isTag, neededIn, withoutOptionalMembers } from './without-optional-members.js';

const messages = loadFixtures('messages');
const responses = loadFixtures('responses');

const samples = [
  ...messages.flatMap((one) =>
    hasResponse(one) ? [{ schema: readMessageSchema, needs: messageNeeds, name: one.name, value: one.response }] : [],
  ),
  ...messages.flatMap((one) =>
    (hasResponse(one) ? one.events : [one.error]).map((value) => ({
      schema: readMessageStreamEventSchema,
      needs: messageNeeds,
      name: one.name,
      value,
    })),
  ),
  ...responses.flatMap((one) =>
    hasResponse(one) ? [{ schema: readResponseSchema, needs: responseNeeds, name: one.name, value: one.response }] : [],
  ),
  ...responses.flatMap((one) =>
    hasResponse(one)
      ? one.events.map((value) => ({
          schema: readResponseStreamEventSchema,
          needs: responseNeeds,
          name: one.name,
          value,
        }))
      : [],
  ),
].map((each) => ({ ...each, needs: each.needs as Needs, value: each.value as unknown }));

/** The value with every string replaced, except for tags. */
function renamed(value: unknown): unknown {
  if (typeof value === 'string') return `${value} of tomorrow`;
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isTag(name) ? member : renamed(member)]),
  );
}

/** Every object of a value, with the path to it. */
function objectsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { object: Record<string, unknown>; path: readonly PropertyKey[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name]));
  return Array.isArray(value) ? inside : [{ object: value as Record<string, unknown>, path }, ...inside];
}

describe('the read form', () => {
  it('takes whatever the strict form takes, as it is', () => {
    for (const { schema, value } of samples) expect(schema.parse(value)).toEqual(value);
  });

  it.each(['drop', 'null'] as const)('accepts responses and events without optional members (%s)', (change) => {
    for (const { schema, needs, value, name } of samples) {
      const bare = withoutOptionalMembers(value, needs, change);
      const read = schema.safeParse(bare);
      expect(read.success ? [] : [name, describeFault(read.error, bare)]).toEqual([]);
    }
  });

  it('accepts unknown strings', () => {
    for (const { schema, value, name } of samples)
      expect([name, schema.safeParse(renamed(value)).success]).toEqual([name, true]);
  });

  it('rejects values without a required member, and the fixtures cover each requirement', () => {
    const met = new Set<string>();
    for (const { schema, needs, value } of samples) {
      for (const { object } of objectsIn(value)) {
        for (const name of neededIn(object, needs)) {
          if (!(name in object) || met.has(`${String(object['type'] ?? object['object'])}.${name}`)) continue;
          const { [name]: member } = object;
          delete object[name];
          if (!schema.safeParse(value).success) met.add(`${String(object['type'] ?? object['object'])}.${name}`);
          object[name] = member;
        }
      }
    }
    const needed = [messageNeeds, responseNeeds].flatMap((needs: Needs) =>
      Object.entries(needs).flatMap(([kind, names]) => names.map((name) => `${kind}.${name}`)),
    );
    expect(needed.filter((each) => !met.has(each))).toEqual([]);
  });

  it.each([
    [
      'a message whose content is no list',
      readMessageSchema,
      { id: 'msg_1', type: 'message', content: 'Hi.' },
      'content: Input should be an array, but got a string',
    ],
    [
      'a block without its text',
      readMessageSchema,
      { id: 'msg_1', type: 'message', content: [{ type: 'text' }] },
      'content.0.text: Field required',
    ],
    [
      'usage that is no number',
      readMessageSchema,
      { id: 'msg_1', type: 'message', usage: { input_tokens: '7' } },
      'usage.input_tokens: Input should be a number, but got a string',
    ],
    [
      'another object',
      readMessageSchema,
      { id: 'chatcmpl-1', object: 'chat.completion', choices: [] },
      'type: Field required',
    ],
    [
      'an error in the place of a message',
      readMessageSchema,
      { type: 'error', error: { message: 'No.' } },
      'id: Field required',
    ],
    [
      'a call without its name',
      readResponseSchema,
      { id: 'resp_1', object: 'response', output: [{ type: 'function_call', call_id: 'call_1' }] },
      'output.0.name: Field required',
    ],
    [
      'parts that are no list',
      readResponseSchema,
      { id: 'resp_1', object: 'response', output: [{ type: 'message', content: 'Hi.' }] },
      'output.0.content: Input should be an array, but got a string',
    ],
    [
      'a delta that is no text',
      readResponseStreamEventSchema,
      { type: 'response.output_text.delta', delta: { text: 'Hi.' } },
      'delta: Input should be a string, but got an object',
    ],
    ['an event without a type', readResponseStreamEventSchema, { error: { message: 'No.' } }, 'type: Field required'],
  ])('rejects %s and reports its path', (_, schema, value, message) => {
    const read = schema.safeParse(value);
    expect(read.success ? undefined : describeFault(read.error, value).message).toBe(message);
  });

  it('can be derived from any response', () => {
    expect(
      readForm(modelListSchema).safeParse({
        object: 'list',
        data: [{ id: 'm', object: 'model', owned_by: null }],
        models: [],
      }).success,
    ).toBe(true);
    expect(readForm(errorResponseSchema).safeParse({ type: 'error', error: 'No.' }).success).toBe(false);
  });

  it('has a type that every strict value is assignable to, and that narrows by its tags', () => {
    const message: ReadMessage | undefined = messages.flatMap((one) => (hasResponse(one) ? [one.response] : []))[0];
    const response: ReadResponse | undefined = responses.flatMap((one) => (hasResponse(one) ? [one.response] : []))[0];
    const texts = (message?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text.length] : []));
    const calls = (response?.output ?? []).flatMap((item) =>
      item.type === 'function_call' ? [item.call_id.length, item.arguments?.length] : [],
    );
    expect([texts.length, calls.length]).toEqual([1, 0]);
  });
});
