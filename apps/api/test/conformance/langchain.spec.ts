// The real LangChain against both APIs.
import { ChatAnthropic } from '@langchain/anthropic';
import {
  HumanMessage,
  ToolMessage,
  type AIMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { recordingFetch } from './recording-fetch.js';
import { testSetups, type TestSetup } from './test-setups.js';

const readFile = tool(async ({ path }: { path: string }) => `content of ${path}`, {
  name: 'read_file',
  description: 'Reads a file.',
  schema: z.object({ path: z.string() }),
});
const person = z.object({ name: z.string(), age: z.number().int() });

describe.each(testSetups)('LangChain with $name', ({ start }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  const openai = (more: object = {}, fetch = recordingFetch().fetch): ChatOpenAI =>
    new ChatOpenAI({
      model: 'm',
      apiKey: world.service.key,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL: `${world.service.url}/v1`, fetch },
      ...more,
    });
  const anthropic = (): ChatAnthropic =>
    new ChatAnthropic({ model: 'm', apiKey: world.service.key, anthropicApiUrl: world.service.url, maxRetries: 0 });

  async function loop(
    ask: (messages: BaseMessage[]) => Promise<AIMessage | AIMessageChunk>,
  ): Promise<AIMessage | AIMessageChunk> {
    const messages: BaseMessage[] = [new HumanMessage('think say call=read_file:{"path":"a.txt"}')];
    const first = await ask(messages);
    expect(first.tool_calls).toMatchObject([{ name: 'read_file', args: { path: 'a.txt' } }]);
    messages.push(first);
    for (const call of first.tool_calls ?? [])
      messages.push(
        new ToolMessage({
          tool_call_id: call.id ?? '',
          content: await readFile.invoke({ path: String(call.args['path']) }),
        }),
      );
    return ask(messages);
  }

  async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
    let complete: AIMessageChunk | undefined;
    for await (const chunk of chunks) complete = complete === undefined ? chunk : complete.concat(chunk);
    if (complete === undefined) throw new Error('the stream was empty');
    return complete;
  }

  describe.each([
    ['responses', () => openai().bindTools([readFile])],
    ['responses, nothing stored', () => openai({ zdrEnabled: true }).bindTools([readFile])],
    ['messages', () => anthropic().bindTools([readFile])],
  ] as const)('over the %s API', (_, connect) => {
    it('gets through a tool loop', async () => {
      const runnable = connect();
      expect((await loop((messages) => runnable.invoke(messages))).text).toBe('The tool said: content of a.txt');
      expect(world.observedRequests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    });

    it('gets through a tool loop that it streams', async () => {
      const runnable = connect();
      expect((await loop(async (messages) => joined(await runnable.stream(messages)))).text).toBe(
        'The tool said: content of a.txt',
      );
    });
  });

  it.each([
    ['a schema of the responses API', () => openai().withStructuredOutput(person, { method: 'jsonSchema' })],
    ['a forced tool of the responses API', () => openai().withStructuredOutput(person, { method: 'functionCalling' })],
    ['a forced tool of the messages API', () => anthropic().withStructuredOutput(person)],
    ['a schema of the messages API', () => anthropic().withStructuredOutput(person, { method: 'jsonSchema' })],
  ] as const)('gets an object by %s', async (_, connect) => {
    expect(await connect().invoke('Who?')).toEqual({ name: 'x', age: 1 });
  });

  it('sends an empty text and tools without strict', async () => {
    const payload = recordingFetch();
    await openai({}, payload.fetch).bindTools([readFile]).invoke('Hi');
    expect(payload.sent[0]).toMatchObject({
      text: {},
      stream: false,
      tools: [{ type: 'function', name: 'read_file', strict: null }],
    });
    expect(payload.statuses).toEqual([200]);
  });
});
