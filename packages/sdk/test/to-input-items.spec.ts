// The output of a response is valid as input of the next request.
import { loadFixtures } from '@org/protocol/fixtures';
import { responseInputSchema, type ResponseInputItem } from '@org/protocol/responses';
import { toInputItems, ModelResponseClient, type ReceivedItem } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

const outputs = loadFixtures('responses').flatMap((stored) =>
  'response' in stored ? [[stored.name, stored.response.output] as const] : [],
);
const screen = {
  type: 'computer_call_output',
  id: 'cuo_1',
  call_id: 'call_1',
  output: { type: 'computer_screenshot' },
} as const;

const changed: [ReceivedItem, ResponseInputItem][] = [
  [
    { ...screen, status: 'failed' },
    { ...screen, status: 'incomplete' as const },
  ],
  [
    { ...screen, status: 'completed' },
    { ...screen, status: 'completed' as const },
  ],
  [
    { type: 'additional_tools', id: 'at_1', role: 'system', tools: [] },
    { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [] },
  ],
];

let server: Loopback | undefined;
afterEach(() => server?.close());

describe('the output of a response, as input', () => {
  it.each(outputs)('is one that the API accepts: %s', (_, output) => {
    expect(responseInputSchema.safeParse(toInputItems(output)).error).toBeUndefined();
  });

  it('stays as it is', () => {
    const items = outputs.flatMap(([, output]) =>
      output.filter((item) => !['computer_call_output', 'additional_tools'].includes(String(item.type))),
    );
    expect(items.length).toBeGreaterThan(50);
    expect(toInputItems(items)).toEqual(items);
  });

  it.each(changed)('is valid in a request: %j', (item, input) => {
    expect(toInputItems([item])).toEqual([input]);
    expect(responseInputSchema.safeParse(toInputItems([item])).success).toBe(true);
  });

  it('continues a compacted conversation with added items', async () => {
    server = await listen((response) =>
      sendJson(response, 200, { id: 'x', output: [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'abc' }] }),
    );
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    const { output } = await client.responses.compact({ model: 'm', previous_response_id: 'resp_1' });
    const input = toInputItems(output);
    const reply = await client.responses.create({ model: 'm', input });
    input.push(...toInputItems(reply.output), { role: 'user', content: 'And now?' });
    await client.responses.create({ model: 'm', input });
    const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'abc' };
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({ input: [compaction] });
    expect(JSON.parse(server.requests[2]?.body ?? '')).toMatchObject({
      input: [compaction, compaction, { role: 'user', content: 'And now?' }],
    });
  });
});
