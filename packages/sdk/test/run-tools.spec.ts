// The model calls tools, this program runs them, and the model receives the results: the same in both dialects.
import { ClientError, tool, ModelResponseClient, getOutputText, type RunnableTool } from '#src/index.js';
import { loadFixtures } from '@org/protocol/fixtures';
import { listen, sendEvents, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const asked: unknown[] = [];
beforeEach(() => asked.splice(0));
const weather: RunnableTool = {
  name: 'weather',
  description: 'Tells the weather.',
  parameters,
  run: ({ city }, { callId }) => {
    asked.push([city, callId]);
    if (city === 'Atlantis') throw new Error('no such city');
    return city === 'Oslo' ? 'snow' : { degrees: 21 };
  },
};

/** Output of the model: calls by city, or a text. */
type Turn = readonly string[] | string;

function buildResponse(turn: Turn, index: number): object {
  const output =
    typeof turn === 'string'
      ? [
          {
            type: 'message',
            id: `msg_${index}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: turn, annotations: [] }],
          },
        ]
      : turn.map((city, at) => ({
          type: 'function_call',
          id: `fc_${index}_${at}`,
          call_id: `call_${index}_${at}`,
          name: 'weather',
          arguments: JSON.stringify({ city }),
          status: 'completed',
        }));
  return { id: `resp_${index}`, object: 'response', status: 'completed', output };
}

function message(turn: Turn, index: number): object {
  const content =
    typeof turn === 'string'
      ? [{ type: 'text', text: turn }]
      : turn.map((city, at) => ({ type: 'tool_use', id: `call_${index}_${at}`, name: 'weather', input: { city } }));
  return {
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: typeof turn === 'string' ? 'end_turn' : 'tool_use',
  };
}

async function connect(...turns: readonly Turn[]): Promise<ModelResponseClient> {
  server = await listen((reply, attempt) => {
    const turn = turns[attempt] ?? 'That is all.';
    sendJson(
      reply,
      200,
      server.requests[attempt]?.url === '/v1/messages' ? message(turn, attempt) : buildResponse(turn, attempt),
    );
  });
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

const sent = (): Record<string, unknown>[] =>
  server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const input = { model: 'm', input: 'Weather?' };
const messages = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Weather?' }] };

describe('tools that run here, in the responses dialect', () => {
  it('are called until the model needs no more, with only new items sent', async () => {
    const client = await connect(['Oslo', 'Rome'], 'Cold and warm.');
    const responses: string[] = [];
    for await (const response of client.responses.runTools(input, [weather])) responses.push(getOutputText(response));
    expect(responses).toEqual(['', 'Cold and warm.']);
    expect(asked).toEqual([
      ['Oslo', 'call_0_0'],
      ['Rome', 'call_0_1'],
    ]);
    const tools = [{ type: 'function', name: 'weather', description: 'Tells the weather.', parameters, strict: null }];
    expect(sent()).toEqual([
      { ...input, stream: false, tools },
      {
        model: 'm',
        stream: false,
        tools,
        previous_response_id: 'resp_0',
        input: [
          { type: 'function_call_output', call_id: 'call_0_0', output: 'snow' },
          { type: 'function_call_output', call_id: 'call_0_1', output: '{"degrees":21}' },
        ],
      },
    ]);
  });

  it('need no store: then everything is sent again', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    expect(getOutputText(await client.responses.runTools({ ...input, store: false }, [weather]).finalResponse())).toBe(
      'Cold.',
    );
    expect(sent()[1]).toMatchObject({
      input: [
        { role: 'user', content: 'Weather?' },
        { type: 'function_call', call_id: 'call_0_0' },
        { type: 'function_call_output', call_id: 'call_0_0', output: 'snow' },
      ],
    });
    expect(sent()[1]).not.toHaveProperty('previous_response_id');
  });

  it('continue in their conversation', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    await client.responses.runTools({ ...input, conversation: 'conv_1' }, [weather]).finalResponse();
    expect(sent()[1]).toMatchObject({ conversation: 'conv_1', input: [{ type: 'function_call_output' }] });
    expect(sent()[1]).not.toHaveProperty('previous_response_id');
  });

  it('that fail send the model the reason', async () => {
    const client = await connect(['Atlantis'], 'Unknown.');
    await client.responses.runTools(input, [weather]).finalResponse();
    expect(sent()[1]).toMatchObject({ input: [{ output: 'Error: no such city' }] });
  });

  it('receive validated arguments, and the model gets an error for invalid ones', async () => {
    const checked = tool({
      ...weather,
      parse: ({ city }) => {
        if (typeof city !== 'string' || city === 'Atlantis') throw new TypeError('city has to be a city');
        return { upper: city.toUpperCase() };
      },
      run: ({ upper }, { callId }) => `${upper} ${callId}`,
    });
    const client = await connect(['Oslo', 'Atlantis'], 'Cold.');
    await client.responses.runTools(input, [checked]).finalResponse();
    expect(sent()[0]).toMatchObject({
      tools: [{ type: 'function', name: 'weather', description: 'Tells the weather.', parameters, strict: null }],
    });
    expect(sent()[1]).toMatchObject({
      input: [{ output: 'OSLO call_0_0' }, { output: 'Error: city has to be a city' }],
    });
  });

  it('that have to be called have to be called once', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    await client.responses.runTools({ ...input, tool_choice: 'required' }, [weather]).finalResponse();
    expect(sent().map(({ tool_choice: choice }) => choice)).toEqual(['required', 'auto']);
  });

  it('that may not be called stay out of reach', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    const choice = {
      type: 'allowed_tools' as const,
      mode: 'required' as const,
      tools: [{ type: 'function', name: 'weather' }],
    };
    await client.responses.runTools({ ...input, tool_choice: choice }, [weather]).finalResponse();
    expect(sent().map(({ tool_choice: sentChoice }) => sentChoice)).toEqual([choice, { ...choice, mode: 'auto' }]);
  });

  it('leave other tools to the caller', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    const response = await client.responses
      .runTools({ ...input, tools: [{ type: 'function', name: 'weather', parameters, strict: null }] }, [])
      .finalResponse();
    expect(response.output).toMatchObject([{ type: 'function_call', name: 'weather' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('are read response by response, with the last one available afterwards', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    const run = client.responses.runTools(input, [weather]);
    const responses: unknown[] = [];
    for await (const response of run) responses.push(response);
    expect(await run.finalResponse()).toBe(responses[1]);
    expect(server.requests).toHaveLength(2);
    await expect(
      (async () => {
        for await (const response of run) void response;
      })(),
    ).rejects.toThrow('A tool run can be read only once.');
  });

  it.each(['responses', 'messages'] as const)(
    'forward the events of every response while it streams: %s',
    async (dialect) => {
      const stored = dialect === 'responses' ? loadFixtures('responses') : loadFixtures('messages');
      const eventsOf = (name: string): readonly { type: string }[] => {
        const found = stored.find((each) => each.name === name);
        return found !== undefined && 'events' in found ? ((found.events ?? []) as readonly { type: string }[]) : [];
      };
      const [calls, text] =
        dialect === 'responses'
          ? [eventsOf('function-call-auto'), eventsOf('agents-sdk-turn')]
          : [eventsOf('tool-auto'), eventsOf('assistant-prefill')];
      expect([calls.length, text.length]).not.toContain(0);
      server = await listen((reply, attempt) => {
        sendEvents(reply, attempt === 0 ? calls : text);
        reply.end();
      });
      const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
      const seen: unknown[] = [];
      const onEvent = (event: unknown): void => void seen.push(event);
      const called = { ...weather, name: 'get_weather' };
      const run =
        dialect === 'responses'
          ? client.responses.runTools(input, [called], { onEvent })
          : client.messages.runTools(messages, [called], { onEvent });
      await ('finalMessage' in run ? run.finalMessage() : run.finalResponse());
      expect(seen).toEqual([...calls, ...text]);
    },
  );

  it('have no final response when the run was left early', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    const run = client.responses.runTools(input, [weather]);
    for await (const response of run) if (getOutputText(response) === '') break;
    await expect(run.finalResponse()).rejects.toThrow('The program stopped reading the run before its final response.');
  });

  it('are called a limited number of times', async () => {
    const client = await connect(...Array.from({ length: 9 }, () => ['Oslo']));
    await expect(client.responses.runTools(input, [weather], { maxSteps: 3 }).finalResponse()).rejects.toBeInstanceOf(
      ClientError,
    );
    expect(server.requests).toHaveLength(3);
  });

  it.each([Number.NaN, 0])('are not run with an invalid limit of %d responses', async (maxSteps) => {
    const client = await connect(['Oslo']);
    expect(() => client.responses.runTools(input, [weather], { maxSteps })).toThrow(
      /^maxSteps must be a number of at least 1/,
    );
    expect(() =>
      client.messages.runTools({ model: 'm', max_tokens: 8, messages: [] }, [weather], { maxSteps }),
    ).toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });

  it('stop with the caller', async () => {
    const client = await connect(['Oslo']);
    const controller = new AbortController();
    const stops: RunnableTool = {
      ...weather,
      run: () => {
        controller.abort();
        throw new Error('on the way');
      },
    };
    await expect(
      client.responses.runTools(input, [stops], { signal: controller.signal }).finalResponse(),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  it('stop with the caller even if a tool continues', async () => {
    const client = await connect(['Oslo']);
    const controller = new AbortController();
    const endless: RunnableTool = {
      ...weather,
      run: async () => {
        setImmediate(() => controller.abort());
        await new Promise(() => undefined);
      },
    };
    await expect(
      client.responses.runTools(input, [endless], { signal: controller.signal }).finalResponse(),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('tools that run here, in the messages dialect', () => {
  it('are called until the model needs no more', async () => {
    const client = await connect(['Oslo', 'Atlantis'], 'Cold.');
    expect(
      getOutputText(
        await client.messages.runTools({ ...messages, tool_choice: { type: 'any' } }, [weather]).finalMessage(),
      ),
    ).toBe('Cold.');
    const tools = [{ name: 'weather', description: 'Tells the weather.', input_schema: parameters }];
    expect(sent()).toEqual([
      { ...messages, stream: false, tools, tool_choice: { type: 'any' } },
      {
        ...messages,
        stream: false,
        tools,
        tool_choice: { type: 'auto' },
        messages: [
          ...messages.messages,
          {
            role: 'assistant',
            content: [
              { type: 'tool_use', id: 'call_0_0', name: 'weather', input: { city: 'Oslo' } },
              { type: 'tool_use', id: 'call_0_1', name: 'weather', input: { city: 'Atlantis' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'call_0_0', content: 'snow' },
              { type: 'tool_result', tool_use_id: 'call_0_1', content: 'Error: no such city', is_error: true },
            ],
          },
        ],
      },
    ]);
  });

  it.each([
    [
      { type: 'any', disable_parallel_tool_use: true },
      { type: 'auto', disable_parallel_tool_use: true },
    ],
    [
      { type: 'auto', disable_parallel_tool_use: true },
      { type: 'auto', disable_parallel_tool_use: true },
    ],
    [{ type: 'tool', name: 'weather' }, { type: 'auto' }],
  ] as const)('still observe the rest of a choice: %j', async (choice, next) => {
    const client = await connect(['Oslo'], 'Cold.');
    await client.messages.runTools({ ...messages, tool_choice: choice }, [weather]).finalMessage();
    expect(sent().map(({ tool_choice: sentChoice }) => sentChoice)).toEqual([choice, next]);
  });

  it('continue in their thread', async () => {
    const client = await connect(['Oslo'], 'Cold.');
    await client.messages.runTools({ ...messages, thread: { type: 'create' } }, [weather]).finalMessage();
    expect(sent()[1]).toMatchObject({
      thread: { type: 'continue', previous_message_id: 'msg_0' },
      messages: [{ role: 'user', content: [{ type: 'tool_result' }] }],
    });
    expect(sent()[1]?.['messages']).toHaveLength(1);
  });
});

describe('the text of a response', () => {
  it.each([
    [{ content: [{ type: 'text', text: 'a' }, { type: 'tool_use' }, { type: 'text', text: 'b' }] }, 'ab'],
    [
      {
        output: [
          { type: 'reasoning' },
          {
            type: 'message',
            content: [
              { type: 'output_text', text: 'a' },
              { type: 'refusal', refusal: 'no' },
            ],
          },
          { type: 'message', content: [{ type: 'output_text', text: 'b' }] },
        ],
      },
      'ab',
    ],
    [{ content: [] }, ''],
    [{ output: [] }, ''],
  ])('is all of its output text: %j', (response, text) =>
    expect(getOutputText(response as unknown as Parameters<typeof getOutputText>[0])).toBe(text),
  );
});

describe('a truncated response', () => {
  const serve = (truncated: object): Promise<Loopback> => listen((reply) => sendJson(reply, 200, truncated));

  it('has no tools run in the responses dialect: what it calls may be half of what it was to be', async () => {
    const truncated = {
      ...buildResponse(['Oslo'], 0),
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    };
    server = await serve(truncated);
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    expect(await client.responses.runTools(input, [weather]).finalResponse()).toMatchObject({ status: 'incomplete' });
    expect([asked, server.requests.length]).toEqual([[], 1]);
  });

  it('has none run in the messages dialect, either', async () => {
    server = await serve({ ...message(['Oslo'], 0), stop_reason: 'max_tokens' });
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    expect(await client.messages.runTools(messages, [weather]).finalMessage()).toMatchObject({
      stop_reason: 'max_tokens',
    });
    expect([asked, server.requests.length]).toEqual([[], 1]);
  });
});

it('reports arguments that are not an object to the model and runs nothing', async () => {
  server = await listen((reply, attempt) => {
    const called = {
      type: 'function_call',
      id: 'fc_0',
      call_id: 'call_0',
      name: 'weather',
      arguments: '["Oslo"]',
      status: 'completed',
    };
    sendJson(
      reply,
      200,
      attempt === 0
        ? { id: 'resp_0', object: 'response', status: 'completed', output: [called] }
        : buildResponse('Sorry.', 1),
    );
  });
  await new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' }).responses
    .runTools(input, [weather])
    .finalResponse();
  expect(asked).toEqual([]);
  expect(sent()[1]).toMatchObject({ input: [{ output: 'Error: The arguments must be one JSON object.' }] });
});
