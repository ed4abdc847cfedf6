// The log of background work, for which no client holds a connection.
import { EngineError, type LanguageModel, isTerminal, type Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const info = 30;
const warn = 40;
const error = 50;

let service: TestService;
afterEach(() => service.close());

const lines = (message: string): Record<string, unknown>[] => service.log.filter(({ msg }) => msg === message);

/** Returns the log line of one background response of `languageModel`. */
async function jobLine(languageModel: LanguageModel): Promise<Record<string, unknown>> {
  service = await startTestService({ models: { 'scripted-*': languageModel } });
  const { id } = await createBackground(service, { model: 'scripted-m' });
  await pollUntil(service, id, hasEnded);
  await eventually(() => lines('job').length === 1);
  expect(lines('job')[0]).toMatchObject({ jobId: id, attempt: 1 });
  return lines('job')[0] ?? {};
}

describe('the log line of a background response', () => {
  it('has its model and its tokens', async () => {
    const line = await jobLine(scriptedModel(...textResponse('Hello.')));
    expect(line).toMatchObject({
      level: info,
      model: 'scripted-m',
      pattern: 'scripted-*',
      inputTokens: 7,
      outputTokens: 5,
    });
    expect(line).not.toHaveProperty('error');
  });

  it('reports the reason of the failure', async () => {
    const failure = new EngineError('upstream-failed', 'The upstream failed.', {
      cause: { status: 500, body: 'hunter2' },
    });
    expect(
      await jobLine(scriptedModel(...textResponse('Hello.').slice(0, 3), { type: 'throw', error: failure })),
    ).toMatchObject({
      level: warn,
      model: 'scripted-m',
      error: 'upstream-failed',
      reason: 'The upstream failed.',
      upstreamStatus: 500,
      inputTokens: 7,
    });
    expect(JSON.stringify(service.log)).not.toContain('hunter2');
  });

  it.each([
    ['has ended well', scriptedModel(...textResponse('Hello.'))],
    [
      'has failed',
      scriptedModel({
        type: 'throw',
        error: new EngineError('upstream-failed', 'The upstream failed.', { retryable: false }),
      }),
    ],
  ])('reports the response as lost when it %s and another process has already ended it', async (_, languageModel) => {
    service = await startTestService({ models: { m: languageModel } });
    const store = service.app.get<Store>(STORE);
    const put = store.putTurn.bind(store);
    store.putTurn = async (record, addition) => !isTerminal(record.status) && (await put(record, addition));
    await createBackground(service, { model: 'm' });
    await eventually(() => lines('job').length === 1);
    expect(lines('job')[0]).toMatchObject({ level: info, stopped: 'lost' });
    expect(lines('job')[0]).not.toHaveProperty('error');
  });

  it('contains the reason to which the error message refers the client', async () => {
    const line = await jobLine(scriptedModel({ type: 'throw', error: new TypeError('a defect of ours') }));
    expect(line).toMatchObject({
      level: error,
      error: 'internal',
      err: { type: 'TypeError', message: 'a defect of ours' },
    });
  });
});

describe('the log of a background response that is cancelled just before it starts', () => {
  it('knows of no failure', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const store = service.app.get<Store>(STORE);
    const readEvents = store.readEvents.bind(store);
    let cancelled: string | undefined;
    store.readEvents = async (...asked) => {
      if (cancelled === undefined) {
        [, cancelled] = asked;
        await service.post(`/v1/responses/${cancelled}/cancel`, {});
      }
      return await readEvents(...asked);
    };
    const { id } = await createBackground(service);
    await eventually(() => lines('job').length === 1);
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({ id: cancelled, status: 'cancelled' });
    expect(lines('job')[0]).toMatchObject({ level: info, jobId: cancelled, attempt: 1 });
    expect(lines('job')[0]).not.toHaveProperty('error');
  });
});

describe('the log of a message batch', () => {
  it('has one line per request, as for a single request, and one line for the batch', async () => {
    const failing: LanguageModel = scriptedModel({
      type: 'throw',
      error: new EngineError('overloaded', 'The upstream is overloaded.', { retryable: false }),
    });
    const defect: LanguageModel = scriptedModel({ type: 'throw', error: new TypeError('a defect of ours') });
    service = await startTestService({
      models: { good: scriptedModel(...textResponse('Hello.')), bad: failing, broken: defect },
    });
    const ask = (model: string): object => ({
      custom_id: `private-name-of-${model}`,
      params: { model, max_tokens: 50, messages: [{ role: 'user', content: 'private words' }] },
    });
    const { id } = (await (
      await service.post('/v1/messages/batches', { requests: [ask('good'), ask('bad'), ask('broken'), ask('none')] })
    ).json()) as { id: string };
    await eventually(() => lines('job').length === 1);
    expect(lines('job')[0]).toMatchObject({
      jobId: id,
      attempt: 1,
      results: { succeeded: 1, errored: 3, canceled: 0, expired: 0 },
    });
    const entries = lines('request').filter(({ jobId }) => jobId === id);
    const byModel = (model: string | undefined): unknown => entries.find((entry) => entry['model'] === model);
    expect(entries).toHaveLength(4);
    expect(byModel('good')).toMatchObject({
      level: info,
      requestId: expect.stringMatching(/^req_/),
      dialect: 'messages',
      status: 200,
      inputTokens: 7,
      outputTokens: 5,
    });
    expect(byModel('bad')).toMatchObject({
      level: warn,
      status: 529,
      error: 'overloaded',
      reason: 'The upstream is overloaded.',
    });
    expect(byModel('broken')).toMatchObject({
      level: error,
      status: 500,
      error: 'internal',
      err: { message: 'a defect of ours' },
    });
    expect(byModel('none')).toMatchObject({ level: info, status: 404, error: 'unknown-model' });
    // The client finds a request by the id that its result bears.
    const results = await (
      await fetch(`${service.url}/v1/messages/batches/${id}/results`, { headers: service.messagesHeaders })
    ).text();
    expect(results).toContain(String(entries.find((entry) => entry['model'] === 'broken')?.['requestId']));
    expect(JSON.stringify(service.log)).not.toMatch(/private/);
  });
});
