// Hosted tools over a WebSocket, and in background responses that a client resumes with starting_after.
import { accumulateResponses, type ResponseStreamEvent } from '@org/protocol/responses';
import OpenAI from 'openai';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { hostedToolCases } from '../kit/hosted-tool-cases.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const hostedTools = scriptedTools();
let service: TestService;
let openai: OpenAI;

beforeAll(async () => {
  service = await startTestService({ models: { m: callingModel() }, hostedTools });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterAll(() => service.close());

const all = async (events: AsyncIterable<ResponseStreamEvent>): Promise<readonly ResponseStreamEvent[]> => {
  const list: ResponseStreamEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
};

/** The types of events and items, which are the same on every way. */
const shapeOf = (events: readonly ResponseStreamEvent[]): readonly string[] =>
  events.map((event) =>
    'item' in event ? `${event.type} ${(event.item as { type: string }).type}` : String(event.type),
  );

describe.each(hostedToolCases)('$tool.type', ({ tool, input, item }) => {
  const asked = { model: 'm', input, tools: [tool] };

  it('has the same events over a WebSocket as in a stream', async () => {
    const streamed = await all(
      (await openai.responses.create({ ...asked, stream: true })) as AsyncIterable<ResponseStreamEvent>,
    );
    const client = await openFrames(service.url, service.responsesHeaders);
    await client.ask({ type: 'response.create', ...asked });
    client.socket.close();
    const frames = client.frames as readonly unknown[] as readonly ResponseStreamEvent[];
    expect(shapeOf(frames)).toEqual(shapeOf(streamed));
    expect(accumulateResponses(frames).output).toContainEqual(expect.objectContaining(item));
  });

  it('continues over a WebSocket from a response with its result', async () => {
    const client = await openFrames(service.url, service.responsesHeaders);
    const first = (await client.ask({ type: 'response.create', ...asked })) as { readonly response?: { id: string } };
    const previous = first.response?.id;
    const next = await client.ask({ type: 'response.create', ...asked, input: 'on', previous_response_id: previous });
    client.socket.close();
    expect(next).toMatchObject({ type: 'response.completed', response: { previous_response_id: previous } });
  });

  it('in the background can be resumed after each event, with no call made twice', async () => {
    const before = hostedTools.calls.length;
    const { id } = await openai.responses.create({ ...asked, background: true });
    await eventually(async () => (await openai.responses.retrieve(id)).status === 'completed');
    const read = async (after?: number): Promise<readonly ResponseStreamEvent[]> =>
      all(
        (await openai.responses.retrieve(id, {
          stream: true,
          ...(after !== undefined && { starting_after: after }),
        })) as AsyncIterable<ResponseStreamEvent>,
      );
    const events = await read();
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    for (const after of events.keys()) expect(await read(after)).toEqual(events.slice(after + 1));
    expect(accumulateResponses(events).output).toContainEqual(expect.objectContaining(item));
    expect(hostedTools.calls.length - before).toBe(1);
  });
});

describe('A step that calls a hosted tool and a tool of the client', () => {
  const look: OpenAI.Responses.FunctionTool = { type: 'function', name: 'look', parameters: {}, strict: false };

  it('runs the hosted one, ends with the call of the client, and continues with its function_call_output', async () => {
    const before = hostedTools.calls.length;
    const tools: OpenAI.Responses.Tool[] = [{ type: 'web_search' }, look];
    const first = await openai.responses.create({
      model: 'm',
      input: 'call web_search {"query":"doors"} and call look {"at":"doors"}',
      tools,
    });
    const types = first.output.map(({ type }) => type);
    expect(types).toEqual(['message', 'web_search_call', 'function_call']);
    const call = first.output.find((one) => one.type === 'function_call');
    const next = await openai.responses.create({
      model: 'm',
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'A door.' }],
      tools,
    });
    expect(next.output_text).toContain('Heard: A door.');
    expect(hostedTools.calls.length - before).toBe(1);
  });
});
