// Structured JSON output, as a program reads it.
import { ClientError, parseJsonOutput, ModelResponseClient, type Message, type Response } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const message = async (text: string, stop_reason: string): Promise<Message> => {
  server = await listen((response) =>
    sendJson(response, 200, {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text }],
      stop_reason,
      usage: {},
    }),
  );
  return await new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' }).messages.create({
    model: 'm',
    max_tokens: 8,
    messages: [],
  });
};
const response = async (part: object, ended: object): Promise<Response> => {
  const output = [{ id: 'msg_1', type: 'message', role: 'assistant', content: [part] }];
  server = await listen((reply) => sendJson(reply, 200, { id: 'resp_1', object: 'response', output, ...ended }));
  return await new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' }).responses.create({
    model: 'm',
    input: 'hi',
  });
};
const person = (value: unknown): { name: string } => {
  if (typeof value !== 'object' || value === null || !('name' in value)) throw new RangeError('no name');
  return { name: String(value.name) };
};

describe('the JSON of a response', () => {
  it('is what the schema of the program makes of it, in both dialects', async () => {
    expect(parseJsonOutput(await message('{"name":"Ada"}', 'end_turn'), person).name).toBe('Ada');
    await server.close();
    expect(
      parseJsonOutput(await response({ type: 'output_text', text: '{"name":"Ada"}' }, { status: 'completed' }), person)
        .name,
    ).toBe('Ada');
  });

  it('is rejected by the schema', async () => {
    const reply = await message('{"age":36}', 'end_turn');
    expect(() => parseJsonOutput(reply, person)).toThrow(RangeError);
  });

  it('is absent in a truncated message, with the reason in the error', async () => {
    const reply = await message('{"name":"A', 'max_tokens');
    expect(() => parseJsonOutput(reply, person)).toThrow(
      'The text of the response is not JSON: its stop_reason is max_tokens',
    );
    expect(() => parseJsonOutput(reply, person)).toThrow(ClientError);
  });

  it.each([
    [
      'was truncated',
      { type: 'output_text', text: '{"name":"A' },
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      'its status is incomplete (max_output_tokens)',
    ],
    [
      'was refused',
      { type: 'refusal', refusal: 'I would rather not.' },
      { status: 'completed' },
      'the model refused: I would rather not.',
    ],
    [
      'is prose',
      { type: 'output_text', text: 'Ada' },
      { status: 'completed', incomplete_details: null },
      'its status is completed',
    ],
  ])('is absent where a response %s, with the reason in the error', async (_, part, ended, why) => {
    const reply = await response(part, ended);
    expect(() => parseJsonOutput(reply, person)).toThrow(`The text of the response is not JSON: ${why}`);
    expect(() => parseJsonOutput(reply, person)).toThrow(ClientError);
  });
});
