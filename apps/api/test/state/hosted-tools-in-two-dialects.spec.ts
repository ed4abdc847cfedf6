// A conversation with hosted tools that starts in one dialect and continues in the other.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { callingModel } from '../kit/calling-model.js';
import { hostedToolCases } from '../kit/hosted-tool-cases.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const model = callingModel();
let service: TestService;
let messages: Anthropic;
let responses: OpenAI;

beforeAll(async () => {
  service = await startTestService({ models: { m: model }, hostedTools: scriptedTools() });
  messages = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
  responses = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterAll(() => service.close());

type Thread = NonNullable<Anthropic.Beta.Messages.MessageCreateParams['thread']>;
const send = (
  content: string,
  thread: Thread,
  tools: Anthropic.Beta.Messages.BetaToolUnion[] = [],
): Promise<Anthropic.Beta.Messages.BetaMessage> =>
  messages.beta.messages.create({
    model: 'm',
    max_tokens: 50,
    messages: [{ role: 'user', content }],
    thread,
    tools,
    betas: ['message-threads-2026-08-12'],
  });

/** What the model read of calls, and their results, in its last step. */
const lastCalls = (): readonly unknown[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ parts }): unknown[] =>
    parts.flatMap((part): unknown[] => {
      if (part.type === 'tool-call') return [[part.name, part.argumentsText]];
      return part.type === 'tool-result' ? [part.content] : [];
    }),
  );

describe.each(hostedToolCases)('the call and the result of $tool.type', ({ tool, input }) => {
  it('are read by the model of a message as by that of a response', async () => {
    const first = await responses.responses.create({ model: 'm', input, tools: [tool] });
    await responses.responses.create({ model: 'm', input: 'on', previous_response_id: first.id });
    const read = lastCalls();
    expect(read).toHaveLength(2);
    await send('on', { type: 'continue', previous_message_id: first.id });
    expect(lastCalls()).toEqual(read);
  });
});

describe.each<[Anthropic.Beta.Messages.BetaToolUnion, string]>([
  [{ type: 'web_search_20250305', name: 'web_search' }, 'call web_search {"query":"doors"}'],
  [{ type: 'code_execution_20250522', name: 'code_execution' }, 'call python {"code":"print(42)"}'],
])('the call and the result of %j', (tool, text) => {
  it('are read by the model of a response as by that of a message', async () => {
    const first = await send(text, { type: 'create' }, [tool]);
    await send('on', { type: 'continue', previous_message_id: first.id });
    const read = lastCalls();
    expect(read).toHaveLength(2);
    await responses.responses.create({ model: 'm', input: 'on', previous_response_id: first.id });
    expect(lastCalls()).toEqual(read);
  });

  it('are shown by the items of a response that continues with the same tool', async () => {
    const first = await send(text, { type: 'create' }, [tool]);
    const next = await responses.responses.create({
      model: 'm',
      input: text,
      previous_response_id: first.id,
      tools: [{ type: 'web_search' }, { type: 'code_interpreter', container: { type: 'auto' } }],
    });
    expect(next.output.map(({ type }) => type)).toContainEqual(
      expect.stringMatching(/^(web_search|code_interpreter)_call$/),
    );
    expect(lastCalls()).toHaveLength(4);
  });
});
