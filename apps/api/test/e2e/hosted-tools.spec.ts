// Hosted tools that the service runs, through the official client of the responses API.
import type { Message } from '@org/engine';
import OpenAI from 'openai';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { hostedToolCases as cases } from '../kit/hosted-tool-cases.js';
import { foundPage, scriptedTools } from '../kit/scripted-tools.js';
import { startTestService, type TestService } from '../kit/start-service.js';

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming;

const model = callingModel();
/** The conversation that each opened tool has when it runs. */
const seen: (readonly Message[])[] = [];
const hostedTools = scriptedTools((messages) => seen.push([...messages]));
let service: TestService;
let openai: OpenAI;

beforeAll(async () => {
  service = await startTestService({ models: { m: model }, hostedTools });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterAll(() => service.close());

const ofType = (response: OpenAI.Responses.Response, type: unknown): unknown =>
  response.output.find((item) => item.type === type);
const annotationsOf = (response: OpenAI.Responses.Response): readonly unknown[] =>
  response.output.flatMap((item) =>
    item.type === 'message'
      ? item.content.flatMap((part) => (part.type === 'output_text' ? part.annotations : []))
      : [],
  );

/** The messages of the last step, as a model reads them. */
const lastMessages = (): readonly { readonly role: string; readonly parts: readonly unknown[] }[] =>
  (model.requests.at(-1)?.messages ?? []).map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => ({ ...part, extensions: undefined })),
  }));

describe.each(cases)('$tool.type', ({ tool, input, item, include, included, annotation }) => {
  const { type } = item;
  const asked = (over: Partial<Params> = {}): Params => ({ model: 'm', input, tools: [tool], ...over });

  it('runs, and the text cites its result', async () => {
    const response = await openai.responses.create(asked());
    expect(ofType(response, type)).toMatchObject(item);
    expect(annotationsOf(response)).toEqual([expect.objectContaining(annotation)]);
    expect(response.output_text).not.toMatch(/\[1\]/);
    expect(response.usage).toMatchObject({ input_tokens: 20, output_tokens: 10 });
  });

  it('streams the same response', async () => {
    const stream = openai.responses.stream({ ...asked(), stream: true });
    const types: string[] = [];
    stream.on('event', (event) => types.push(event.type));
    const response = await stream.finalResponse();
    expect(ofType(response, type)).toMatchObject(item);
    expect(annotationsOf(response)).toEqual([expect.objectContaining(annotation)]);
    expect(types).toContain(`response.${String(type)}.in_progress`);
    expect(types).toContain(`response.${String(type)}.completed`);
    expect(types).toContain('response.output_text.annotation.added');
    const stored = await openai.responses.retrieve(response.id);
    expect(ofType(stored, type)).toEqual(ofType(response, type));
    expect(annotationsOf(stored)).toEqual(annotationsOf(response));
  });

  it('shows what `include` asks for alone, in later reads too', async () => {
    const response = await openai.responses.create(asked());
    expect(ofType(await openai.responses.create(asked({ include: [include] })), type)).toMatchObject(included);
    const withResult = await openai.responses.retrieve(response.id, { include: [include] });
    expect(ofType(withResult, type)).toMatchObject({ ...item, ...included });
    expect(ofType(await openai.responses.retrieve(response.id), type)).toMatchObject(item);
  });

  it('is an item of its conversation, with what `include` asks for', async () => {
    const conversation = await openai.conversations.create();
    await openai.responses.create(asked({ conversation: conversation.id }));
    const { data: items } = await openai.conversations.items.list(conversation.id);
    expect(items).toContainEqual(expect.objectContaining(item));
    expect(JSON.stringify(items)).not.toContain('service_result');
    const { data: complete } = await openai.conversations.items.list(conversation.id, { include: [include] });
    expect(complete).toContainEqual(expect.objectContaining({ ...item, ...included }));
  });

  it('shows its result to the model of a later turn', async () => {
    const first = await openai.responses.create(asked());
    await openai.responses.create({ model: 'm', input: 'on', previous_response_id: first.id });
    const messages = JSON.stringify(model.requests.at(-1)?.messages);
    expect(messages).toContain('"type":"tool-result"');
    expect(messages).toContain(JSON.stringify(hostedTools.calls.at(-1)?.name));
  });

  it('shows its result to the model where a client sends the items back, and in turns and conversations after that', async () => {
    const first = await openai.responses.create(asked());
    const items = first.output as OpenAI.Responses.ResponseInputItem[];
    const history = [{ role: 'user' as const, content: input }, ...items, { role: 'user' as const, content: 'on' }];
    const second = await openai.responses.create({ model: 'm', input: history });
    const read = lastMessages();
    expect(read.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    await openai.responses.create({ model: 'm', input: 'further', previous_response_id: second.id });
    expect(lastMessages().slice(0, read.length)).toEqual(read);
    const conversation = await openai.conversations.create({ items: history });
    await openai.responses.create({ model: 'm', input: 'further', conversation: conversation.id });
    expect(lastMessages().slice(0, read.length)).toEqual(read);
    const kept = await openai.conversations.items.list(conversation.id);
    expect(JSON.stringify([second, kept])).not.toContain('service_result');
  });

  it('is not cited in formatted output, whose numbers stay', async () => {
    const format = { type: 'json_schema', name: 'doors', schema: { type: 'object' } } as const;
    const { output_text: text, ...response } = await openai.responses.create(asked({ text: { format } }));
    expect(response.output.at(-1)).toMatchObject({ content: [{ annotations: [] }] });
    expect(text.includes('[1]')).toBe(tool.type !== 'code_interpreter');
  });

  it('is made once where `tool_choice` requires it', async () => {
    const before = hostedTools.calls.length;
    await openai.responses.create(asked({ tool_choice: { type: tool.type } as OpenAI.Responses.ToolChoiceTypes }));
    expect(hostedTools.calls.length - before).toBe(1);
    expect(model.requests.at(-2)?.toolChoice).toMatchObject(
      tool.type === 'web_search' ? { type: 'allowed', mode: 'required' } : { type: 'tool' },
    );
    expect(model.requests.at(-1)?.toolChoice).toMatchObject({ type: expect.stringMatching(/^(auto|allowed)$/) });
  });

  it('runs in the background', async () => {
    const { id } = await openai.responses.create(asked({ background: true }));
    let response: OpenAI.Responses.Response | undefined;
    await eventually(async () => (response = await openai.responses.retrieve(id)).status === 'completed');
    expect(response && ofType(response, type)).toMatchObject(item);
    expect(response && annotationsOf(response)).toEqual([expect.objectContaining(annotation)]);
  });
});

describe.each(cases.slice(0, 2))('A result of $tool.type', ({ tool, input, annotation }) => {
  it('is cited after the client has made a call, with and without tools', async () => {
    const lookup: OpenAI.Responses.Tool = { type: 'function', name: 'lookup', parameters: {}, strict: false };
    const first = await openai.responses.create({
      ...{ model: 'm', input: `${input} call lookup {"a":1}` },
      tools: [tool, lookup],
    });
    const call = first.output.find(({ type }) => type === 'function_call');
    if (call?.type !== 'function_call') throw new Error('The client was not called.');
    for (const tools of [[tool, lookup], []]) {
      const later = await openai.responses.create({
        ...{ model: 'm', tools, previous_response_id: first.id },
        input: [{ type: 'function_call_output', call_id: call.call_id, output: 'Known [1].' }],
      });
      expect(later.output_text).toBe('Heard: Known.');
      const [cited, ...others] = annotationsOf(later);
      expect(others).toEqual([]);
      expect(cited).toMatchObject({ type: (annotation as { readonly type: string }).type });
    }
  });
});

describe('A call of a hosted tool', () => {
  it('is in the log with its request and its outcome, without what was asked and found', async () => {
    const query = 'canary-of-a-query';
    const { _request_id: requestId } = await openai.responses.create({
      model: 'm',
      input: `call web_search {"query":"${query}"} and call web_search {"query":"fail"}`,
      tools: [{ type: 'web_search' }],
    });
    const records = service.log.filter(({ msg, requestId: id }) => msg === 'hosted tool' && id === requestId);
    const call = { kind: 'web-search', name: 'web_search', owner: 'name:alice', totalMs: expect.any(Number) };
    expect(records.map(({ hostedTool }) => hostedTool)).toEqual([
      { ...call, outcome: 'completed', characters: expect.any(Number) },
      { ...call, outcome: 'failed', code: 'unavailable', characters: expect.any(Number) },
    ]);
    expect(JSON.stringify(service.log)).not.toContain(query);
    expect(JSON.stringify(service.log)).not.toContain(foundPage.text);
  });
});

describe('A web search', () => {
  it('that fails has the status `failed`, and the model reads why', async () => {
    const stream = openai.responses.stream({
      model: 'm',
      input: 'call web_search {"query":"fail"}',
      tools: [{ type: 'web_search' }],
      stream: true,
    });
    const types: string[] = [];
    stream.on('event', (event) => types.push(event.type));
    const response = await stream.finalResponse();
    expect(ofType(response, 'web_search_call')).toMatchObject({ status: 'failed' });
    expect(types).not.toContain('response.web_search_call.completed');
    expect(response.output_text).toContain('The search is unavailable.');
  });

  it('can open pages', async () => {
    const response = await openai.responses.create({
      model: 'm',
      input: `call open_page {"url":"${foundPage.url}"} and call find_in_page {"url":"${foundPage.url}","pattern":"oak"}`,
      tools: [{ type: 'web_search' }],
    });
    expect(response.output.filter(({ type }) => type === 'web_search_call')).toMatchObject([
      { action: { type: 'open_page', url: foundPage.url } },
      { action: { type: 'find_in_page', url: foundPage.url, pattern: 'oak' } },
    ]);
  });

  it('counts towards `max_tool_calls`', async () => {
    const response = await openai.responses.create({
      model: 'm',
      input: 'call web_search {"query":"a"} and call web_search {"query":"b"}',
      tools: [{ type: 'web_search' }],
      max_tool_calls: 1,
    });
    expect(response.output.filter(({ type }) => type === 'web_search_call')).toMatchObject([
      { status: 'completed' },
      { status: 'failed' },
    ]);
  });
});

describe('A search outside of a response, as Codex makes it', () => {
  const searched = (body: object): Promise<Response> =>
    service.post('/v1/alpha/search', { id: 's', model: 'm', ...body });

  it('runs its commands in order and returns what a model reads', async () => {
    const reply = await searched({
      commands: {
        search_query: [{ q: 'doors', domains: ['doors.example'] }],
        open: [{ ref_id: foundPage.url }],
        time: [{ utc_offset: '+03:00' }],
        weather: [{ location: 'here' }],
        finance: null,
      },
    });
    const { output } = (await reply.json()) as { output: string };
    expect(reply.status).toBe(200);
    expect(output).toMatch(
      /^\[1\] Oak doors[^]*\[1\] Oak doors[^]*\+03:00: \d{4}-[^]*does not run the command weather\.$/,
    );
    expect(hostedTools.opened.at(-2)).toMatchObject({ domains: { allowed: ['doors.example'] }, opensPages: true });
  });

  it('has the conversation with its roles and its own results as hosted ones, so that no URL of the model is user text', async () => {
    await searched({
      input: [
        { role: 'user', content: 'the question' },
        { role: 'assistant', content: 'https://evil.example/?secret' },
      ],
      commands: { search_query: [{ q: 'doors' }, { q: 'https://evil.example/?secret' }] },
    });
    expect(seen.at(-1)).toMatchObject([
      { role: 'user', parts: [{ text: 'the question' }] },
      { role: 'assistant', parts: [{ text: 'https://evil.example/?secret' }] },
      { role: 'tool', parts: [{ type: 'tool-result', hosted: { type: 'web-search', hits: [foundPage] } }] },
    ]);
    const offset = { utc_offset: 'https://evil.example/?secret' };
    const reply = await searched({ commands: { time: [offset], 'https://evil.example/?secret': [] } });
    expect(await reply.text()).not.toContain('evil');
  });

  it('is limited to `max_output_tokens`', async () => {
    const reply = await searched({ commands: { search_query: [{ q: 'doors' }] }, max_output_tokens: 2 });
    expect(((await reply.json()) as { output: string }).output).toHaveLength(8);
  });

  it('has at most 20 commands in all', async () => {
    const times = Array.from({ length: 10 }, () => ({ utc_offset: '+03:00' }));
    const finds = Array.from({ length: 11 }, () => ({ ref_id: foundPage.url, pattern: 'oak' }));
    const calls = hostedTools.calls.length;
    const reply = await searched({ commands: { time: times, find: finds } });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { param: 'commands', code: 'array_above_max_length' } });
    expect((await searched({ commands: { time: [...times, ...times, ...times] } })).status).toBe(400);
    expect((await searched({ commands: { time: [...times, ...times] } })).status).toBe(200);
    expect(hostedTools.calls).toHaveLength(calls);
  });

  it('opens pages only with `external_web_access`', async () => {
    await searched({ commands: { search_query: [{ q: 'doors' }] }, settings: { external_web_access: false } });
    expect(hostedTools.opened.at(-1)).toMatchObject({ opensPages: false });
  });

  it('names the field that breaks a rule', async () => {
    const reply = await searched({ commands: { search_query: [{ q: '' }] } });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { param: 'commands.search_query.0.q' } });
  });
});
