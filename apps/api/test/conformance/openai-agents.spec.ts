// The real OpenAI agents SDK. `@openai/agents` consists of these two packages and one for speech.
import { Agent, Runner, setTracingDisabled, tool, type AgentInputItem, type ModelSettings } from '@openai/agents-core';
import { OpenAIConversationsSession, OpenAIResponsesModel, OpenAIResponsesWSModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { z } from 'zod';
import { testSetups, type TestSetup } from './test-setups.js';

// Tracing would report every run to OpenAI.
setTracingDisabled(true);

const readFile = tool({
  name: 'read_file',
  description: 'Reads a file.',
  parameters: z.object({ path: z.string() }),
  execute: async ({ path }) => `content of ${path}`,
});
const broken = tool({
  name: 'break',
  description: 'Fails.',
  parameters: z.object({}),
  execute: async () => Promise.reject(new Error('It broke.')),
});
const tools = [readFile, broken];
const question = 'think say call=read_file:{"path":"a"} call=read_file:{"path":"b"} call=break';
const expectedOutput = /^The tool said: content of a \/ content of b \/ .*error/;
const roles = ['system', 'user', 'assistant', 'tool', 'tool', 'tool'];

describe.each(testSetups)('@openai/agents with $name', ({ start }) => {
  let world: TestSetup;
  let client: OpenAI;
  const runner = new Runner({ tracingDisabled: true });
  beforeAll(async () => {
    world = await start();
    client = new OpenAI({ apiKey: world.service.key, baseURL: `${world.service.url}/v1`, maxRetries: 0 });
  });
  afterAll(() => world.close());

  const agent = (modelSettings: ModelSettings = {}): Agent =>
    new Agent({
      name: 'Reader',
      instructions: 'Be exact.',
      model: new OpenAIResponsesModel(client, 'm'),
      modelSettings,
      tools,
    });
  const observedRoles = (): readonly string[] | undefined =>
    world.observedRequests.at(-1)?.messages.map(({ role }) => role);

  it('runs several tools at once, one of which fails, and sums the usage', async () => {
    const { finalOutput, newItems, rawResponses } = await runner.run(agent(), question);
    expect(finalOutput).toMatch(expectedOutput);
    expect(newItems.map(({ type }) => type)).toEqual([
      'reasoning_item',
      'message_output_item',
      'tool_call_item',
      'tool_call_item',
      'tool_call_item',
      'tool_call_output_item',
      'tool_call_output_item',
      'tool_call_output_item',
      'message_output_item',
    ]);
    expect(rawResponses.map(({ usage }) => usage.outputTokens)).toEqual([5, 5]);
    expect(observedRoles()).toEqual(roles);
  });

  it('streams the same', async () => {
    const run = await runner.run(agent(), question, { stream: true });
    const events: string[] = [];
    for await (const event of run)
      events.push(
        event.type === 'run_item_stream_event'
          ? event.name
          : event.type === 'raw_model_stream_event'
            ? event.data.type
            : event.type,
      );
    await run.completed;
    expect(run.finalOutput).toMatch(expectedOutput);
    expect(events.filter((name) => name === 'tool_called')).toHaveLength(3);
    expect(events.filter((name) => name === 'response_done')).toHaveLength(2);
    expect(events).toEqual(
      expect.arrayContaining(['output_text_delta', 'reasoning_item_created', 'message_output_created']),
    );
  });

  it('hands over to another agent', async () => {
    const specialist = new Agent({
      name: 'Specialist',
      instructions: 'You know all.',
      model: new OpenAIResponsesModel(client, 'm'),
    });
    const first = new Agent({
      name: 'First',
      instructions: 'Ask.',
      model: new OpenAIResponsesModel(client, 'm'),
      handoffs: [specialist],
    });
    const { lastAgent, finalOutput } = await runner.run(first, 'call=transfer_to_Specialist');
    expect([lastAgent?.name, finalOutput]).toEqual(['Specialist', 'The tool said: {"assistant":"Specialist"}']);
    expect(world.observedRequests.at(-1)?.messages[0]?.text).toBe('You know all.');
  });

  it('returns an object that is valid for its schema', async () => {
    const outputType = z.object({ name: z.string(), tags: z.array(z.string()) });
    const { finalOutput } = await runner.run(
      new Agent({ name: 'Namer', model: new OpenAIResponsesModel(client, 'm'), outputType }),
      'Who?',
    );
    expect(finalOutput).toEqual({ name: 'x', tags: [] });
  });

  it('sends its history itself when nothing is stored', async () => {
    const settings = { store: false, providerData: { include: ['reasoning.encrypted_content'] } };
    const { history } = await runner.run(agent(settings), question);
    expect(history.find(({ type }) => type === 'reasoning')?.providerData).toMatchObject({
      encrypted_content: expect.any(String),
    });
    const next: AgentInputItem[] = [...history, { role: 'user', content: 'And now?' }];
    expect((await runner.run(agent(settings), next)).finalOutput).toBe('Hello.');
    expect(observedRoles()).toEqual([...roles, 'assistant', 'user']);
  });

  it.each([
    [
      'after a response',
      async () => {
        const { lastResponseId } = await runner.run(agent(), question);
        if (lastResponseId === undefined) throw new Error('the response has an id');
        return { previousResponseId: lastResponseId };
      },
    ],
    [
      'in a conversation',
      async () => {
        const { id: conversationId } = await client.conversations.create();
        await runner.run(agent(), question, { conversationId });
        return { conversationId };
      },
    ],
    [
      'in a session',
      async () => {
        const session = new OpenAIConversationsSession({ client });
        await runner.run(agent(), question, { session });
        return { session };
      },
    ],
  ] as const)('continues %s', async (_, startRun) => {
    const runOptions = await startRun();
    expect((await runner.run(agent(), 'And now?', runOptions)).finalOutput).toBe('Hello.');
    expect(observedRoles()).toEqual([...roles, 'assistant', 'user']);
  });

  it('pops the last item of a session and clears it', async () => {
    const session = new OpenAIConversationsSession({ client });
    await runner.run(agent(), question, { session });
    const stored = await session.getItems();
    expect(stored.map(({ type }) => type)).toEqual([
      'message',
      'reasoning',
      'message',
      'function_call',
      'function_call',
      'function_call',
      'function_call_result',
      'function_call_result',
      'function_call_result',
      'message',
    ]);
    expect(await session.popItem()).toMatchObject({ type: 'message', role: 'assistant' });
    expect(await session.getItems(2)).toEqual(stored.slice(-3, -1));
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
  });

  it('reuses one connection for its turns', async () => {
    const model = new OpenAIResponsesWSModel(client, 'm');
    const run = await runner.run(new Agent({ name: 'Reader', instructions: 'Be exact.', model, tools }), question, {
      stream: true,
    });
    await run.completed;
    expect(run.finalOutput).toMatch(expectedOutput);
    await model.close();
    expect(observedRoles()).toEqual(roles);
  });

  it('reports the error message of the service', async () => {
    const stranger = new Agent({ name: 'Stranger', model: new OpenAIResponsesModel(client, 'nobody') });
    await expect(runner.run(stranger, 'Hi')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });
});
