// A response reports the effective sampling parameters, not the requested ones.
import { loadFixtures } from '@org/protocol/fixtures';
import { readSse } from '@org/protocol/sse';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
let service: TestService;
let local: TestService;
beforeAll(async () => {
  upstream = await startReplayUpstream();
  const of = (kind: 'messages' | 'responses'): ReturnType<typeof createLanguageModel> =>
    createLanguageModel({ name: kind, provider: { kind, baseUrl: upstream.baseUrl } }, {});
  service = await startTestService({ models: { responses: await of('responses'), messages: await of('messages') } });
  local = await startTestService();
});
afterAll(async () => {
  await service.close();
  await local.close();
  await upstream.close();
});

/** Returns the response as JSON, as accumulated from stream events, and as stored. */
async function tellings(from: TestService, body: Json): Promise<readonly Json[]> {
  const asked = await from.post('/v1/responses', { input: 'Hi', max_output_tokens: 16, ...body });
  const complete = (await asked.json()) as Json;
  const stream = await from.post('/v1/responses', { input: 'Hi', max_output_tokens: 16, ...body, stream: true });
  if (stream.body === null) throw new Error('a stream has a body');
  const reported: Json[] = [];
  for await (const { data } of readSse(stream.body))
    if (data.includes('"response":{')) reported.push((JSON.parse(data) as { response: Json }).response);
  const stored = (await (
    await fetch(`${from.url}/v1/responses/${String(reported.at(-1)?.['id'])}`, { headers: from.responsesHeaders })
  ).json()) as Json;
  return [complete, ...reported, stored];
}

/** Each of them, and the same in each. */
const everywhere = (sampling: Json): unknown =>
  Array.from({ length: 5 }, () => expect.objectContaining(sampling) as unknown);

/** Makes the upstream stream the simplest response of its dialect, with `more` in each response object. */
function play(dialect: 'messages' | 'responses', more: Json = {}): void {
  const fixtures = dialect === 'messages' ? loadFixtures('messages') : loadFixtures('responses');
  const [example] = fixtures.flatMap((each) => (each.name === 'plain-text' && 'events' in each ? [each] : []));
  const events = (example?.events ?? []) as readonly object[] as readonly Json[];
  upstream.replay({
    events: events.map((event) =>
      typeof event['response'] === 'object' ? { ...event, response: { ...event['response'], ...more } } : event,
    ),
  });
}

describe('the sampling parameters of a response', () => {
  it('is that of the model of this machine', async () => {
    expect(await tellings(local, { model: 'demo' })).toEqual(
      everywhere({ temperature: 0, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }),
    );
    expect(await tellings(local, { model: 'demo', temperature: 1.5, top_p: 0.9, presence_penalty: 0.5 })).toEqual(
      everywhere({ temperature: 1.5, top_p: 0.9, presence_penalty: 0.5, frequency_penalty: 0 }),
    );
  }, 60_000);

  it('are those that an upstream of this dialect reports, including its reasoning', async () => {
    const sampling = {
      temperature: 0.3,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      top_logprobs: 2,
      reasoning: { effort: 'medium', summary: null },
    };
    play('responses', sampling);
    expect(await tellings(service, { model: 'responses' })).toEqual(everywhere(sampling));
    expect(await tellings(service, { model: 'responses', temperature: 1 })).toEqual(everywhere(sampling));
  });

  it('are the requested ones where an upstream of this dialect reports none or invalid ones', async () => {
    play('responses', { temperature: null, top_p: 'high', reasoning: null });
    expect(
      await tellings(service, { model: 'responses', temperature: 0.5, top_p: 0.6, reasoning: { effort: 'low' } }),
    ).toEqual(everywhere({ temperature: 0.5, top_p: 0.6, reasoning: { effort: 'low', summary: null } }));
  });

  it('are those sent to an upstream of the other dialect, without penalties, which it does not support', async () => {
    play('messages');
    expect(
      await tellings(service, {
        model: 'messages',
        temperature: 1.5,
        top_p: 0.5,
        presence_penalty: 1,
        frequency_penalty: 1,
      }),
    ).toEqual(everywhere({ temperature: 1, top_p: 0.5, presence_penalty: 0, frequency_penalty: 0 }));
    expect(await tellings(service, { model: 'messages', temperature: 0.2 })).toEqual(
      everywhere({ temperature: 0.2, top_p: 1 }),
    );
    // A reasoning model uses the default sampling.
    expect(
      await tellings(service, { model: 'messages', temperature: 0.2, top_p: 0.5, reasoning: { effort: 'high' } }),
    ).toEqual(everywhere({ temperature: 1, top_p: 1 }));
    expect(await tellings(service, { model: 'messages', top_p: 0.97, reasoning: { effort: 'high' } })).toEqual(
      everywhere({ temperature: 1, top_p: 0.97 }),
    );
  });
});
