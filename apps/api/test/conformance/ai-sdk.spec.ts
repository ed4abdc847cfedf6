// The real AI SDK against both APIs.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, Output, streamText, tool, type LanguageModel } from 'ai';
import { z } from 'zod';
import { otherKey } from '../kit/start-service.js';
import { recordingFetch, type RecordingFetch } from './recording-fetch.js';
import { testSetups, type TestSetup } from './test-setups.js';

/** Disables retries and sets a maximum: without one the SDK warns about an unknown model name. */
const once = { maxRetries: 0, maxOutputTokens: 1000 };

const readFile = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => `content of ${path}`,
});
const loop = { tools: { readFile }, stopWhen: isStepCount(5), prompt: 'think call=readFile:{"path":"a.txt"}' };
const person = Output.object({ schema: z.object({ name: z.string(), age: z.number().int() }) });

describe.each(testSetups)('the AI SDK with $name', ({ start }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  const openai = ({ fetch }: RecordingFetch = recordingFetch()): LanguageModel =>
    createOpenAI({ apiKey: world.service.key, baseURL: `${world.service.url}/v1`, fetch }).responses('m');
  const anthropic = ({ fetch }: RecordingFetch = recordingFetch()): LanguageModel =>
    createAnthropic({ apiKey: world.service.key, baseURL: `${world.service.url}/v1`, fetch })('m');

  describe.each([
    ['responses', openai],
    ['messages', anthropic],
  ] as const)('over the %s API', (_, connect) => {
    it('gets through a tool loop', async () => {
      const { text, steps } = await generateText({ ...loop, model: connect(), ...once });
      expect(text).toBe('The tool said: content of a.txt');
      expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
      expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'readFile', input: { path: 'a.txt' } }]);
      expect(steps[0]?.reasoningText).toBe('I should think about that.');
    });

    it('gets through a tool loop that it streams', async () => {
      const { textStream, steps, usage } = streamText({ ...loop, model: connect(), ...once });
      let text = '';
      for await (const delta of textStream) text += delta;
      expect(text).toBe('The tool said: content of a.txt');
      expect((await steps).map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
      expect(await usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: 10 });
    });

    it('returns an object that is valid for its schema', async () => {
      const { output } = await generateText({ model: connect(), output: person, prompt: 'Who?', ...once });
      expect(output).toEqual({ name: 'x', age: 1 });
    });

    it('gets an object that it streams', async () => {
      const { partialOutputStream, output } = streamText({ model: connect(), output: person, prompt: 'Who?', ...once });
      for await (const partial of partialOutputStream) expect(partial).toBeInstanceOf(Object);
      expect(await output).toEqual({ name: 'x', age: 1 });
    });

    it('continues with the results that it received', async () => {
      const first = await generateText({ ...loop, model: connect(), ...once });
      const messages = [
        { role: 'user' as const, content: loop.prompt },
        ...first.steps.flatMap(({ response }) => response.messages),
        { role: 'user' as const, content: 'And now?' },
      ];
      expect((await generateText({ model: connect(), messages, tools: loop.tools, ...once })).text).toBe('Hello.');
      const observedMessages = world.observedRequests.at(-1)?.messages;
      expect(observedMessages?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
      expect(observedMessages?.[1]?.calls).toMatchObject([{ name: 'readFile', input: { path: 'a.txt' } }]);
      expect(observedMessages?.[3]?.text).toBe('The tool said: content of a.txt');
    });
  });

  describe('by default', () => {
    it('references earlier items by id and the model receives their content', async () => {
      const first = await generateText({ model: openai(), prompt: 'Hi', ...once });
      const payload = recordingFetch();
      const messages = [
        { role: 'user' as const, content: 'Hi' },
        ...first.response.messages,
        { role: 'user' as const, content: 'And now?' },
      ];
      await generateText({ model: openai(payload), messages, ...once });
      expect(payload.sent[0]?.['input']).toMatchObject([
        { role: 'user' },
        { type: 'item_reference', id: expect.stringMatching(/^msg_/) },
        { role: 'user' },
      ]);
      expect(world.observedRequests.at(-1)?.messages.map(({ role, text }) => [role, text])).toEqual([
        ['user', 'Hi'],
        ['assistant', 'Hello.'],
        ['user', 'And now?'],
      ]);
    });

    it('may not refer to the items of another key', async () => {
      const first = await world.service.post('/v1/responses', { model: 'm', input: 'Hi' });
      const { output } = (await first.json()) as { output: readonly { id: string }[] };
      const input = [
        { type: 'item_reference', id: output[0]?.id },
        { role: 'user', content: 'And now?' },
      ];
      const mine = await world.service.post('/v1/responses', { model: 'm', input });
      expect(mine.status).toBe(200);
      const other = await world.service.post(
        '/v1/responses',
        { model: 'm', input },
        { authorization: `Bearer ${otherKey}` },
      );
      const unknown = await world.service.post('/v1/responses', {
        model: 'm',
        input: [{ type: 'item_reference', id: 'msg_0' }],
      });
      expect([other.status, unknown.status]).toEqual([404, 404]);
      // Whether the item exists must not leak to other owners: both errors have the same text.
      const errorBody = (await other.text()).replace(String(output[0]?.id), 'msg_0');
      expect(errorBody).toBe(await unknown.text());
      expect(JSON.parse(errorBody)).toMatchObject({ error: { param: 'input' } });
    });
  });

  it('goes through a tool loop in a conversation, of which it sends the question again before the result', async () => {
    const created = await world.service.post('/v1/conversations', {});
    const { id: conversation } = (await created.json()) as { id: string };
    const payload = recordingFetch();
    // The question asks for another call when it is read again.
    await generateText({
      ...loop,
      stopWhen: isStepCount(2),
      model: openai(payload),
      providerOptions: { openai: { conversation } },
      ...once,
    });
    expect(payload.statuses).toEqual([200, 200]);
    expect(payload.sent[1]?.['input']).toMatchObject([{ role: 'user' }, { type: 'function_call_output' }]);
    const observedMessages = world.observedRequests.at(-1)?.messages;
    expect(observedMessages?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(observedMessages?.[2]?.resultOf).toBe(observedMessages?.[1]?.calls[0]?.id);
  });

  it('sends its reasoning itself when nothing is stored', async () => {
    const providerOptions = { openai: { store: false, include: ['reasoning.encrypted_content'] } };
    const first = await generateText({ ...loop, model: openai(), providerOptions, ...once });
    expect(first.text).toBe('The tool said: content of a.txt');
    expect(JSON.stringify(world.observedRequests.at(-1)?.messages)).toContain('content of a.txt');
  });
});
