// Numbers that a JavaScript number cannot hold as they were written, on their way to each kind of upstream.
import * as fc from 'fast-check';
import { parseExactly, type JsonObject, type LanguageModel } from '@org/engine';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';
import { openPolicy } from '../kit/open-policy.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const kinds = ['chat-completions', 'messages', 'responses'] as const;
let upstream: ReplayUpstream;
let service: TestService;

const documents: readonly (readonly [path: string, document: object])[] = [
  [
    'chat/completions',
    {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    },
  ],
  [
    'messages',
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'ok' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  ],
  [
    'responses',
    {
      object: 'response',
      id: 'resp_1',
      status: 'completed',
      model: 'm',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'ok', annotations: [] }],
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  ],
];

beforeAll(async () => {
  upstream = await startReplayUpstream();
  upstream.replay(({ path }) => ({ document: documents.find(([end]) => path.endsWith(end))?.[1] ?? {} }));
  const models: Record<string, LanguageModel> = {};
  for (const kind of kinds)
    models[kind] = await createLanguageModel(
      { name: kind, provider: { kind, baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy } },
      {},
    );
  service = await startTestService({ models });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

/** Sends a body as it is written here; returns the response's text, and what the upstream received. */
async function ask(path: string, text: string): Promise<{ readonly returned: string; readonly received: string }> {
  const response = await service.post(path, parseExactly(text));
  const returned = await response.text();
  if (response.status !== 200) throw new Error(returned);
  return { returned, received: upstream.requests.at(-1)?.text ?? '' };
}

const digits = fc.stringMatching(/^[1-9][0-9]{15,24}$/);
const number = fc.oneof(
  digits,
  digits.map((text) => `-${text}`),
  fc.constantFrom('9223372036854775807', '1234567890123456789', '1e400', '20.0', '1E5', '-0', '0.10', '1e-7'),
);
const schemaWith = (value: string): string =>
  `{"type":"object","properties":{"a":{"type":"number","maximum":${value}},"b":{"const":${value}},"c":{"enum":[${value},1]}}}`;

describe.each(kinds)('an upstream of %s', (model) => {
  const settings = { numRuns: 25 };

  it('receives the numbers in the schemas of a client of responses as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        const schema = schemaWith(value);
        const { returned, received } = await ask(
          '/v1/responses',
          `{"model":"${model}","input":"q","temperature":1.0,"tools":[{"type":"function","name":"f","parameters":${schema}}],"text":{"format":{"type":"json_schema","name":"x","schema":${schema}}}}`,
        );
        expect(received.split(schema.slice(1, -1)).length - 1).toBe(2);
        expect(returned).toContain(schema);
        expect(received).not.toContain('rawJSON');
      }),
      settings,
    );
  });

  it('receives the numbers in the schemas and inputs of a client of messages as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        const schema = schemaWith(value);
        const { received } = await ask(
          '/v1/messages',
          `{"model":"${model}","max_tokens":1e2,"tools":[{"name":"f","input_schema":${schema}}],"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":${value}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}]}`,
        );
        expect(received).toContain(schema.slice(1, -1));
        expect(received.replaceAll('\\', '')).toContain(`{"a":${value}}`);
      }),
      settings,
    );
  });
});

it('preserves the numbers of filters, arguments, attributes and unknown members for an upstream of the same dialect', async () => {
  await fc.assert(
    fc.asyncProperty(number, async (value) => {
      const members = [
        `"filters":{"type":"eq","key":"k","value":${value}}`,
        `"arguments":{"id":${value}}`,
        `"attributes":{"id":${value}}`,
        `"later":{"id":[${value}]}`,
      ] as const;
      const { received } = await ask(
        '/v1/responses',
        `{"model":"responses",${members[3]},"tools":[{"type":"tool_search","execution":"client"},{"type":"file_search","vector_store_ids":["v"],${members[0]}}],"input":[{"role":"user","content":"q"},{"type":"tool_search_call","call_id":"c","execution":"client",${members[1]}},{"type":"tool_search_output","call_id":"c","execution":"client","tools":[]},{"type":"file_search_call","id":"fs_1","status":"completed","queries":["q"],"results":[{${members[2]}}]}]}`,
      );
      for (const member of members) expect(received).toContain(member);
    }),
    { numRuns: 25 },
  );
});

it('preserves the numbers of a stored response, of its input and of its background run', async () => {
  const schema = schemaWith('1234567890123456789');
  const tools = `"tools":[{"type":"function","name":"f","parameters":${schema}}]`;
  const input =
    '[{"role":"user","content":"q"},{"type":"tool_search_call","call_id":"c","execution":"client","arguments":{"id":9223372036854775807}},{"type":"tool_search_output","call_id":"c","execution":"client","tools":[]}]';
  const { returned } = await ask('/v1/responses', `{"model":"responses","input":${input},${tools},"background":true}`);
  const { id } = JSON.parse(returned) as JsonObject;
  const read = async (path: string): Promise<string> =>
    await (
      await fetch(`${service.url}/v1/responses/${String(id)}${path}`, { headers: service.responsesHeaders })
    ).text();
  let stored = await read('');
  for (
    let tries = 0;
    tries < 100 &&
    !stored.includes('"status":"completed","background"') &&
    !/"status":"(completed|failed)"/.test(stored);
    tries += 1
  ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    stored = await read('');
  }
  expect(upstream.requests.at(-1)?.text).toContain(schema.slice(1, -1));
  expect(stored).toContain(schema);
  expect(await read('/input_items')).toContain('"arguments":{"id":9223372036854775807}');
  await ask('/v1/responses', `{"model":"responses","input":"next","previous_response_id":"${String(id)}"}`);
  expect(upstream.requests.at(-1)?.text).toContain('"arguments":{"id":9223372036854775807}');
});

it('rejects a number that the service reads and cannot hold, with its path', async () => {
  for (const [members, path] of [
    ['"temperature":1e400', 'temperature'],
    ['"max_output_tokens":12345678901234567891', 'max_output_tokens'],
    [
      '"tools":[{"type":"file_search","vector_store_ids":[],"ranking_options":{"score_threshold":1e999}}]',
      'tools.0.ranking_options.score_threshold',
    ],
  ]) {
    const response = await service.post('/v1/responses', parseExactly(`{"model":"responses","input":"q",${members}}`));
    const { error } = (await response.json()) as { error: { message: string; param: string } };
    expect([response.status, error.param, error.message]).toEqual([400, path, expect.stringContaining('out of range')]);
  }
});
