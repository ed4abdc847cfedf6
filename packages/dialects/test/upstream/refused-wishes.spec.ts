// What a client of one dialect asks for and a model behind the other does not take, as the large APIs word it.
import type { GenerationRequest } from '@org/engine/model/generation-request';
import type { JsonObject } from '@org/engine/model/json';
import { buildRequest } from '@org/engine/testing/builders';
import { failure, LiveWire, run, wires } from './wires.js';

const [messagesCase, responsesCase] = wires;
if (messagesCase === undefined || responsesCase === undefined) throw new Error('both wires are tested');
const messages = new LiveWire(messagesCase);
const responses = new LiveWire(responsesCase);
beforeAll(() => Promise.all([messages.start(), responses.start()]));
afterEach(async () => {
  for (const live of [messages, responses]) {
    await live.closeGenerators();
    live.upstream.play();
  }
});
afterAll(() => Promise.all([messages.stop(), responses.stop()]));

/** An upstream that refuses as long as `complaint` says something of the request. */
function play(live: LiveWire, complaint: (body: JsonObject) => string | undefined): void {
  live.upstream.play((call) => {
    const said = complaint(call.record.body);
    if (said === undefined) {
      call.delta({ content: 'ok' });
      call.finish();
    } else call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: said } });
  });
}

const member = (body: JsonObject, name: string, inside: string): unknown => (body[name] as JsonObject | undefined)?.[inside];
const unsupported = (name: string): string => `Unsupported parameter: '${name}' is not supported with this model.`;
const own = (request: GenerationRequest, dialect: 'messages' | 'responses'): GenerationRequest => ({ ...request, extensions: { [dialect]: {} } });

describe('a setting that the model does not take', () => {
  it.each<[string, LiveWire, (body: JsonObject) => string | undefined]>([
    ['newer models of Anthropic', messages, ({ temperature }) => (temperature === undefined ? undefined : '`temperature` is deprecated for this model.')],
    ['models of Anthropic that take one of two', messages, ({ top_p }) => (top_p === undefined ? undefined : '`temperature` and `top_p` cannot both be specified for this model. Please use only one.')],
    ['reasoning models of OpenAI', responses, ({ temperature }) => (temperature === undefined ? undefined : unsupported('temperature'))],
  ])('is left out for %s, and the client is told', async (_, live, complaint) => {
    play(live, complaint);
    const { error, text, events } = await run(live.generator({ retries: 0 }), buildRequest('hello', { sampling: { temperature: 0.2, topP: 0.9 } }));
    expect(error).toBeUndefined();
    expect(text).toBe('ok');
    const [start] = events;
    expect(start).toMatchObject({ warnings: [{ kind: 'ignored', param: complaint({ top_p: 1 }) === undefined ? 'temperature' : 'top_p' }] });
  });

  it.each([
    ['messages', messages],
    ['responses', responses],
  ] as const)('is the mistake of a client that speaks %s itself', async (dialect, live) => {
    play(live, ({ temperature }) => (temperature === undefined ? undefined : unsupported('temperature')));
    const before = live.upstream.records.length;
    expect(await failure(live.generator({ retries: 0 }), own(buildRequest('hello', { sampling: { temperature: 0.2 } }), dialect))).toMatchObject({ code: 'invalid-request' });
    expect(live.upstream.records).toHaveLength(before + 1);
  });
});

describe('reasoning that the model does not take', () => {
  it('is left out for models of Anthropic that know neither the effort nor that form of it', async () => {
    play(messages, (body) => (member(body, 'output_config', 'effort') === undefined ? (body['thinking'] === undefined ? undefined : 'adaptive thinking is not supported on this model') : 'This model does not support the effort parameter.'));
    const { error, events } = await run(messages.generator({ retries: 0 }), buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }));
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'reasoning' }] });
  });

  it('is left out for models of OpenAI that do not reason', async () => {
    play(responses, (body) => (member(body, 'reasoning', 'effort') === undefined ? (body['reasoning'] === undefined ? undefined : unsupported('reasoning.summary')) : unsupported('reasoning.effort')));
    for (const reasoning of [{ enabled: true, effort: 'high' }, { enabled: true, budgetTokens: 2000 }, { enabled: false }] as const) {
      const { error, events } = await run(responses.generator({ retries: 0 }), buildRequest('hello', { reasoning }));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ warnings: expect.arrayContaining([{ kind: 'ignored', param: 'reasoning', message: expect.any(String) as string }]) as unknown });
    }
  });

  it('is asked for with the nearest effort that there is', async () => {
    const taken = ['low', 'medium', 'high'];
    const complaint = (body: JsonObject): string | undefined => {
      const effort = member(body, 'reasoning', 'effort');
      return typeof effort !== 'string' || taken.includes(effort) ? undefined : `Unsupported value: '${effort}' is not supported with the 'gpt-5' model. Supported values are: 'low', 'medium', and 'high'. (reasoning.effort)`;
    };
    play(responses, complaint);
    const { error, events } = await run(responses.generator({ retries: 0 }), buildRequest('hello', { reasoning: { enabled: true, effort: 'max' } }));
    expect(error).toBeUndefined();
    expect(responses.upstream.records.at(-1)?.body['reasoning']).toMatchObject({ effort: 'high' });
    expect(events[0]).toMatchObject({ warnings: [] });
  });

  it('is not asked for sealed of a model that has no seals, whoever asks', async () => {
    const complaint = ({ include }: JsonObject): string | undefined => (include === undefined ? undefined : 'Encrypted content is not supported with this model.');
    for (const request of [buildRequest('hello'), own(buildRequest('hello'), 'responses')]) {
      play(responses, complaint);
      expect(await run(responses.generator({ retries: 0 }), request)).toMatchObject({ error: undefined, text: 'ok' });
    }
  });
});
