// Codex: its bodies over several turns of a tool loop, read back as Codex reads them.
import { request as openRequest } from 'node:http';
import type { JsonObject } from '@org/engine';
import { startTestService } from '../kit/start-service.js';
import {
  base,
  body,
  bringing,
  additionalTools,
  environment,
  found,
  opening,
  output,
  readAsCodex,
  replayed,
  textMessage,
  searching,
  send,
  type CodexTurn,
} from './codex.js';
import type { ObservedRequest } from './observed-request.js';
import { testSetups, type TestSetup } from './test-setups.js';

const textOf = (item: JsonObject | undefined): unknown =>
  (item?.['content'] as readonly JsonObject[] | undefined)?.[0]?.['text'];

describe.each(testSetups)('Codex with $name', ({ start, systemAnywhere, showsReasoning }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  async function turn(request: object): Promise<CodexTurn & { observedRequest: ObservedRequest }> {
    const response = await send(world.service, request);
    const text = await response.text();
    expect({ status: response.status, text }).toEqual({
      status: 200,
      text: expect.stringContaining('event: response.completed'),
    });
    const observedRequest = world.observedRequests.at(-1);
    if (observedRequest === undefined) throw new Error('the model was not asked');
    return { ...readAsCodex(text), observedRequest };
  }

  it('gets a completed response with integer usage', async () => {
    const { items, usage } = await turn(body(opening('Say hello.')));
    expect(items).toMatchObject([
      { type: 'message', role: 'assistant', status: 'completed', id: expect.stringMatching(/./) },
    ]);
    expect(textOf(items[0])).toBe('Hello.');
    expect(usage).toMatchObject({
      input_tokens: 7,
      output_tokens: 5,
      total_tokens: 12,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    });
  });

  it('forwards its developer messages first and offers its functions, including grouped ones', async () => {
    const { observedRequest } = await turn(body(opening('Say hello.')));
    const texts = observedRequest.messages.map(({ text }) => text).join('\n');
    expect(observedRequest.messages[0]).toMatchObject({
      role: systemAnywhere ? 'developer' : 'system',
      text: expect.stringContaining(base),
    });
    expect(observedRequest.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/Say hello\.$/),
    });
    const order = [base, 'Ask before you write.', environment, 'Say hello.'].map((text) => texts.indexOf(text));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(observedRequest.tools.map(({ name }) => name)).toEqual([
      'exec_command',
      'write_stdin',
      'request_user_input',
      'view_image',
      'multi_agent_v1__spawn_agent',
      'multi_agent_v1__wait_agent',
      'get_goal',
      'create_goal',
      'update_goal',
    ]);
  });

  it('searches for tools itself, and its model may call what it found', async () => {
    const history: object[] = [...opening('call=tool_search:{"query":"agents"}')];
    const first = await turn(body(history, searching));
    expect(first.items).toEqual([
      {
        type: 'tool_search_call',
        id: expect.stringMatching(/./),
        call_id: expect.stringMatching(/./),
        execution: 'client',
        status: 'completed',
        arguments: { query: 'agents' },
      },
    ]);
    expect(first.observedRequest.tools.map(({ name }) => name)).toEqual([
      'exec_command',
      'apply_patch',
      'get_goal',
      'create_goal',
      'update_goal',
      'tool_search',
    ]);

    history.push(
      ...first.items,
      found(String(first.items[0]?.['call_id'])),
      textMessage('user', 'call=spawn_agent:{"message":"hi"}'),
    );
    const second = await turn(body(history, searching));
    expect(second.items).toMatchObject([
      { type: 'function_call', namespace: 'multi_agent_v1', name: 'spawn_agent', arguments: '{"message":"hi"}' },
    ]);
    expect(second.observedRequest.messages.flatMap(({ calls }) => calls)).toEqual([
      { id: first.items[0]?.['call_id'], name: 'tool_search', input: { query: 'agents' } },
    ]);
    expect(second.observedRequest.messages.find(({ resultOf }) => resultOf !== undefined)?.text).toContain(
      'multi_agent_v1__spawn_agent',
    );
  });

  it('offers the tools from the start of its input', async () => {
    const { items, observedRequest } = await turn(
      body([additionalTools(), ...opening('call=wait:{"cell_id":"1"}')], bringing),
    );
    expect(items).toMatchObject([
      { type: 'function_call', namespace: 'functions', name: 'wait', arguments: '{"cell_id":"1"}' },
    ]);
    expect(observedRequest.tools.map(({ name }) => name)).toEqual([
      'functions__exec',
      'functions__wait',
      'clock__sleep',
    ]);
    expect(observedRequest.messages[0]?.text).toContain(base);
  });

  it('completes a loop of reasoning, call, output, call, output and final message without stored state', async () => {
    const history: object[] = [...opening('think call=exec_command:{"cmd":"ls"}')];
    const first = await turn(body(history));
    expect(first.items.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    const [reasoning, call] = first.items;
    expect(reasoning).toMatchObject({
      summary: [{ type: 'summary_text', text: 'I should think about that.' }],
      encrypted_content: expect.stringMatching(/./),
    });
    expect(call).toMatchObject({ name: 'exec_command', arguments: '{"cmd":"ls"}', status: 'completed' });
    expect(call).not.toHaveProperty('namespace');

    history.push(
      ...first.items.map(replayed),
      output(String(call?.['call_id']), 'Chunk ID: 1f\nOutput:\ncall=spawn_agent:{"message":"hi"}'),
    );
    const second = await turn(body(history));
    expect(second.items).toMatchObject([
      { type: 'function_call', namespace: 'multi_agent_v1', name: 'spawn_agent', arguments: '{"message":"hi"}' },
    ]);

    history.push(...second.items.map(replayed), output(String(second.items[0]?.['call_id']), 'agent-1'));
    const third = await turn(body(history));
    expect(textOf(third.items[0])).toBe('The tool said: agent-1');

    const { messages } = third.observedRequest;
    expect(messages.filter(({ role }) => role === 'assistant' || role === 'tool').map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(messages.flatMap(({ calls }) => calls)).toEqual([
      { id: call?.['call_id'], name: 'exec_command', input: { cmd: 'ls' } },
      { id: second.items[0]?.['call_id'], name: 'multi_agent_v1__spawn_agent', input: { message: 'hi' } },
    ]);
    expect(messages.flatMap(({ resultOf }) => (resultOf === undefined ? [] : [resultOf]))).toEqual([
      call?.['call_id'],
      second.items[0]?.['call_id'],
    ]);
    expect(messages.map((message) => message.reasoning).join('')).toBe(
      showsReasoning ? 'I should think about that.' : '',
    );
  });

  it('continues after a response with its unmodified items', async () => {
    const history: object[] = [...opening('think')];
    const { items } = await turn(body(history));
    history.push(...items.map(replayed), textMessage('user', 'And again.'));
    const { observedRequest } = await turn(body(history));
    expect(observedRequest.messages.slice(-2)).toMatchObject([
      { role: 'assistant', text: 'Hello.' },
      { role: 'user', text: 'And again.' },
    ]);
  });

  it('may get several calls at once', async () => {
    const history: object[] = [...opening('say call=exec_command:{"cmd":"a"} call=exec_command:{"cmd":"b"}')];
    const { items } = await turn(body(history));
    expect(items.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call']);
    const outputs = items.flatMap((item) =>
      item['type'] === 'function_call' ? [output(String(item['call_id']), `ran ${String(item['arguments'])}`)] : [],
    );
    const last = await turn(body([...history, ...items, ...outputs]));
    expect(textOf(last.items[0])).toBe('The tool said: ran {"cmd":"a"} / ran {"cmd":"b"}');
  });

  it('gets the output that its schema demands', async () => {
    const schema = {
      type: 'object',
      properties: { answer: { type: 'string' } },
      required: ['answer'],
      additionalProperties: false,
    };
    const { items, observedRequest } = await turn(
      body(opening('Answer.'), {
        text: { format: { type: 'json_schema', name: 'codex_output_schema', strict: true, schema } },
      }),
    );
    expect(observedRequest.schema).toEqual(schema);
    expect(JSON.parse(String(textOf(items[0])))).toEqual({ answer: 'x' });
  });

  it('ignores replayed reasoning of another service instead of rejecting it', async () => {
    const other = {
      type: 'reasoning',
      id: 'rs_0198f1c2',
      summary: [{ type: 'summary_text', text: 'Thoughts of elsewhere.' }],
      content: null,
      encrypted_content: 'gAAAAABo_elsewhere',
    };
    const { observedRequest } = await turn(body([...opening('Hi'), other, textMessage('user', 'Go on.')]));
    expect(JSON.stringify(observedRequest)).not.toContain('Thoughts of elsewhere');
  });

  it('leaves nothing stored', async () => {
    const response = await send(world.service, body(opening('Hi')));
    const id = /"id":"(resp_\w+)"/.exec(await response.text())?.[1];
    expect(
      (await fetch(`${world.service.url}/v1/responses/${String(id)}`, { headers: world.service.responsesHeaders }))
        .status,
    ).toBe(404);
  });
});

describe('Codex with the built-in model', () => {
  it('gets a completed response', async () => {
    const service = await startTestService();
    try {
      const response = await send(service, body(opening('Hello!'), { model: 'demo' }));
      const text = await response.text();
      expect({ status: response.status, text }).toEqual({
        status: 200,
        text: expect.stringContaining('event: response.completed'),
      });
      const { items, usage } = readAsCodex(text);
      expect(items.length).toBeGreaterThan(0);
      expect(usage['output_tokens']).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });
});

describe('Codex that asks for a WebSocket', () => {
  it('gets a WebSocket or the 426 that triggers its HTTP fallback', async () => {
    const service = await startTestService();
    try {
      const headers = {
        authorization: `Bearer ${service.key}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits',
        'openai-beta': 'responses_websockets=2026-02-06',
      };
      expect([101, 426]).toContain(await statusOfUpgrade(`${service.url}/v1/responses`, headers));
    } finally {
      await service.close();
    }
  });
});

function statusOfUpgrade(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = openRequest(url, { headers });
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
}
