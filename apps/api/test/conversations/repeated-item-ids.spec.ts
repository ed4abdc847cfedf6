// An upstream that restarts its item ids with every response: no response is lost, in a conversation or without one.
import OpenAI from 'openai';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';

let upstream: ReplayUpstream;
let service: TestService;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startReplayUpstream();
  const m = await createLanguageModel(
    { name: 'm', provider: { kind: 'responses', baseUrl: upstream.baseUrl, model: 'm' } },
    {},
  );
  service = await startTestService({ models: { m } });
  client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  let calls = 0;
  upstream.replay(() => {
    calls += 1;
    return { events: replyOf(`call_${calls}`) };
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

function replyOf(callId: string): object[] {
  const item = {
    type: 'function_call',
    id: 'fc_0',
    call_id: callId,
    name: 'look',
    arguments: '{}',
    status: 'completed',
  };
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [], status: 'in_progress' };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return [
    { type: 'response.created', sequence_number: 0, response },
    { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { ...item, arguments: '' } },
    { type: 'response.output_item.done', sequence_number: 2, output_index: 0, item },
    {
      type: 'response.completed',
      sequence_number: 3,
      response: { ...response, status: 'completed', output: [item], usage },
    },
  ];
}

const outputFor = (response: OpenAI.Responses.Response): OpenAI.Responses.ResponseInputItem[] =>
  response.output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ type: 'function_call_output', call_id: item.call_id, output: 'y' } as const]
      : [],
  );
const idsIn = (response: OpenAI.Responses.Response): unknown[] => response.output.map(({ id }) => id);

it('stores every output item in its conversation, under the id that the client received', async () => {
  const { id: conversation } = await client.conversations.create({});
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'go' }];
  const received: unknown[] = [];
  for (const background of [false, true, false]) {
    const created = await client.responses.create({ model: 'm', conversation, input, background });
    let response: OpenAI.Responses.Response = created;
    await eventually(async () => {
      if (background) response = await client.responses.retrieve(created.id);
      return response.status === 'completed';
    });
    received.push(...idsIn(response));
    input = outputFor(response);
  }
  const stored: unknown[] = [];
  for await (const item of client.conversations.items.list(conversation, { order: 'asc' }))
    if (item.type === 'function_call') stored.push(item.id);
  expect(stored).toEqual(received);
  expect(new Set(received).size).toBe(3);
});

it('lets a stateless client send all outputs back', async () => {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'go' }];
  const received: unknown[] = [];
  for (let step = 0; step < 3; step += 1) {
    const response = await client.responses.stream({ model: 'm', store: false, input }).finalResponse();
    received.push(...idsIn(response));
    input.push(...response.output.filter((item) => item.type === 'function_call'), ...outputFor(response));
  }
  expect(new Set(received).size).toBe(3);
});
