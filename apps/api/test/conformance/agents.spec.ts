// What @openai/agents and opencode send, typed down from captures.
import type { JsonObject } from '@org/engine';
import { readResponseStream } from './read-stream.js';
import { testSetups, type TestSetup } from './test-setups.js';

const functionTool = (name: string, ...fields: readonly string[]): object => ({
  type: 'function',
  name,
  description: '',
  strict: true,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
    required: fields,
    additionalProperties: false,
  },
});

interface Reply {
  readonly id: string;
  readonly status: string;
  readonly output: readonly JsonObject[];
}

describe.each(testSetups)('agents with $name', ({ start, systemAnywhere }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  async function post(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const response = await world.service.post('/v1/responses', body, { ...world.service.responsesHeaders, ...headers });
    const text = await response.text();
    expect({ status: response.status, text }).toMatchObject({ status: 200 });
    return JSON.parse(text) as Reply;
  }

  describe('@openai/agents', () => {
    const agent = {
      model: 'm',
      instructions: 'You are helpful.',
      include: [],
      tools: [functionTool('get_weather', 'city'), functionTool('transfer_to_Specialist')],
      stream: false,
      text: {},
    };
    const user = (content: string): object => ({ role: 'user', content });

    it('gets through a tool loop in which it sends everything again', async () => {
      const question = user('call=get_weather:{"city":"Rome"}');
      const first = await post({ ...agent, input: [question] });
      expect(first.output).toMatchObject([
        { type: 'function_call', name: 'get_weather', arguments: '{"city":"Rome"}', status: 'completed' },
      ]);
      const result = {
        type: 'function_call_output',
        call_id: first.output[0]?.['call_id'],
        output: 'sunny',
        status: 'completed',
      };
      const second = await post({ ...agent, input: [question, ...first.output, result] });
      expect(second.output).toMatchObject([
        { type: 'message', content: [{ type: 'output_text', text: 'The tool said: sunny' }] },
      ]);
      expect(world.observedRequests.at(-1)?.messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'tool',
      ]);
    });

    it('hands over to another agent', async () => {
      const question = user('call=transfer_to_Specialist');
      const first = await post({ ...agent, input: [question] });
      const result = {
        type: 'function_call_output',
        call_id: first.output[0]?.['call_id'],
        output: '{"assistant":"Specialist"}',
        status: 'completed',
      };
      const second = await post({
        ...agent,
        instructions: 'You know all.',
        tools: [],
        input: [question, ...first.output, result],
      });
      expect(second.status).toBe('completed');
      expect(world.observedRequests.at(-1)?.messages[0]).toMatchObject({ role: 'system', text: 'You know all.' });
    });

    it('sends only the new items after a response', async () => {
      const first = await post({ ...agent, input: [user('call=get_weather:{"city":"Rome"}')] });
      const result = {
        type: 'function_call_output',
        call_id: first.output[0]?.['call_id'],
        output: 'sunny',
        status: 'completed',
      };
      const second = await post({ ...agent, previous_response_id: first.id, input: [result] });
      const third = await post({ ...agent, previous_response_id: second.id, input: [user('Thanks.')] });
      expect(third.output).toMatchObject([{ content: [{ text: 'Hello.' }] }]);
      expect(world.observedRequests.at(-1)?.messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'tool',
        'assistant',
        'user',
      ]);
    });

    it('streams', async () => {
      const response = await world.service.post('/v1/responses', {
        ...agent,
        stream: true,
        input: [user('think call=get_weather:{"city":"Rome"}')],
      });
      const { status, output } = readResponseStream(await response.text());
      expect(status).toBe('completed');
      expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    });
  });

  describe('opencode', () => {
    const headers = {
      'x-session-id': 'ses_1f',
      'x-session-affinity': 'ses_1f',
      'user-agent': 'opencode/1.18.33 ai-sdk/provider-utils/5.0.81 runtime/bun/1.3.0',
    };
    const input = (prompt: string): readonly object[] => [
      { role: 'system', content: 'You are a coding agent.' },
      { role: 'user', content: [{ type: 'input_text', text: prompt }] },
    ];
    const request = (prompt: string, tools: object = {}): object => ({
      model: 'm',
      input: input(prompt),
      max_output_tokens: 8000,
      store: false,
      prompt_cache_key: 'ses_1f',
      stream: true,
      include: ['reasoning.encrypted_content'],
      ...tools,
    });
    const stream = async (body: object): Promise<ReturnType<typeof readResponseStream>> => {
      const response = await world.service.post('/v1/responses', body, {
        ...world.service.responsesHeaders,
        ...headers,
      });
      expect(response.status).toBe(200);
      return readResponseStream(await response.text());
    };

    it('forwards the system message of its input as a system message', async () => {
      await stream(request('Hi'));
      expect(world.observedRequests.at(-1)?.messages.map(({ role, text }) => [role, text])).toEqual([
        ['system', 'You are a coding agent.'],
        ['user', 'Hi'],
      ]);
    });

    it('asks for a title at the same time', async () => {
      const tools = { tools: [{ ...functionTool('bash', 'command'), strict: false }], tool_choice: 'auto' };
      const [response, title] = await Promise.all([
        stream(request('call=bash:{"command":"ls"}', tools)),
        stream(request('Title?')),
      ]);
      expect(response.output).toMatchObject([{ type: 'function_call', name: 'bash' }]);
      expect(title.output).toMatchObject([{ type: 'message', content: [{ text: 'Hello.' }] }]);
      const call = response.output[0];
      if (call?.type !== 'function_call') throw new Error('the item is a call');
      const replay = [
        ...input('call=bash:{"command":"ls"}'),
        { type: 'function_call', call_id: call.call_id, name: call.name, arguments: call.arguments },
        { type: 'function_call_output', call_id: call.call_id, output: 'a.txt' },
      ];
      const last = await stream({ ...request(''), ...tools, input: replay });
      expect(last.output).toMatchObject([{ type: 'message', content: [{ text: 'The tool said: a.txt' }] }]);
    });
  });

  it('accepts messages without a type in any order of roles', async () => {
    await post({
      model: 'm',
      store: false,
      input: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'developer', content: 'c' },
        { role: 'user', content: 'd' },
      ],
    });
    const texts = world.observedRequests
      .at(-1)
      ?.messages.map(({ text }) => text)
      .join('|');
    expect(texts).toBe(systemAnywhere ? 'a|b|c|d' : 'a|b|<system>\nc\n</system>\nd');
  });
});
