// The background work of one owner never blocks the work of other owners, while it waits for anything.
import { setTimeout as pause } from 'node:timers/promises';
import { defaultJobSettings, EngineError, type LanguageModel } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { createBackground, hasEnded, pollUntil, retrieve } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const bob = { authorization: `Bearer ${otherKey}` };
const onlyOne = {
  background: { ...defaultJobSettings, concurrency: 1 },
  batches: { concurrency: 1, yieldCheckMs: 100 },
};
let service: TestService;
afterEach(() => service.close());
const jobLines = (): typeof service.log => service.log.filter(({ msg }) => msg === 'job');

/** Creates a model that records its prompts in order and takes `ms` milliseconds for each. */
function noting(asked: string[], ms = 0): LanguageModel {
  return createScriptedModel({
    id: 'm',
    script: ({ messages }) => {
      asked.push(
        messages
          .at(-1)
          ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
          .join('') ?? '',
      );
      return [{ type: 'delay', ms }, ...textResponse('Done.')];
    },
  });
}

async function makeBatch(
  model: string,
  texts = ['Hi'],
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const requests = texts.map((content, index) => ({
    custom_id: `r${index}`,
    params: { model, max_tokens: 50, messages: [{ role: 'user', content }] },
  }));
  const made = await service.post('/v1/messages/batches', { requests }, { ...service.messagesHeaders, ...headers });
  expect(made.status).toBe(200);
  return ((await made.json()) as { id: string }).id;
}

async function batch(
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ processing_status: string; request_counts: Record<string, number> }> {
  const shown = await fetch(`${service.url}/v1/messages/batches/${id}`, {
    headers: { ...service.messagesHeaders, ...headers },
  });
  return (await shown.json()) as { processing_status: string; request_counts: Record<string, number> };
}

async function batchEnds(id: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  for (
    const end = performance.now() + 20_000;
    (await batch(id, headers)).processing_status !== 'ended';
    await pause(20)
  ) {
    if (performance.now() > end) throw new Error('the batch did not end');
  }
}

describe('a background response', () => {
  it('does not wait for message batches, however many there are', async () => {
    const stuck = hangingModel();
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Done.')), stuck },
      config: onlyOne,
    });
    for (let n = 0; n < 3; n++) await makeBatch('stuck');
    await eventually(() => stuck.started.length === 1);
    const { id } = await createBackground(service);
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({ status: 'completed' });
    expect(stuck.started).toHaveLength(1);
  });

  it('does not wait for all that another owner asked for before', async () => {
    const stuck = hangingModel();
    const asked: string[] = [];
    service = await startTestService({ models: { m: noting(asked), stuck }, config: onlyOne });
    const first = await createBackground(service, { model: 'stuck' });
    await eventually(() => stuck.started.length === 1);
    const ids: string[] = [];
    for (const input of ['alice 1', 'alice 2', 'alice 3']) ids.push((await createBackground(service, { input })).id);
    expect(
      (
        await service.post(
          '/v1/responses',
          { model: 'm', input: 'bob', background: true },
          { ...service.responsesHeaders, ...bob },
        )
      ).status,
    ).toBe(200);
    await service.post(`/v1/responses/${first.id}/cancel`, {});
    for (const id of ids) await pollUntil(service, id, hasEnded);
    await eventually(() => asked.length === 4);
    expect(asked).toEqual(['bob', 'alice 1', 'alice 2', 'alice 3']);
  });

  it('does not wait for all that its owner asked a slow model for before', async () => {
    const stuck = hangingModel();
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Done.')), stuck },
      config: { background: { ...defaultJobSettings, concurrency: 2 } },
    });
    const slow: string[] = [];
    for (let n = 0; n < 6; n++) slow.push((await createBackground(service, { model: 'stuck' })).id);
    await eventually(() => stuck.started.length === 2);
    const { id } = await createBackground(service);
    await service.post(`/v1/responses/${slow[0]}/cancel`, {});
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({ status: 'completed' });
  });

  it('does not wait for a response that waits for an earlier turn of its conversation', async () => {
    const stuck = hangingModel();
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Done.')), stuck },
      config: onlyOne,
    });
    const { id: conversation } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'stuck', input: 'Hi', conversation });
    const before = fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    });
    await eventually(() => stuck.started.length === 1);
    const waiting = await createBackground(service, { conversation });
    const { id } = await createBackground(service);
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({ status: 'completed' });
    expect(await retrieve(service, waiting.id)).toMatchObject({ status: 'queued' });
    leaving.abort();
    await expect(before).rejects.toThrow('aborted');
    expect(await pollUntil(service, waiting.id, hasEnded)).toMatchObject({ status: 'completed' });
  });

  it('does not wait for responses that wait for each other in one conversation', async () => {
    const stuck = hangingModel();
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Done.')), stuck },
      config: { background: { ...defaultJobSettings, concurrency: 2 } },
    });
    const { id: conversation } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
    for (let n = 0; n < 3; n++) await createBackground(service, { model: 'stuck', conversation });
    await eventually(() => stuck.started.length === 1);
    const { id } = await createBackground(service);
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({ status: 'completed' });
    expect(stuck.started).toHaveLength(1);
  });
});

describe('a message batch', () => {
  it('yields to batches of other owners after a while and resumes without repeating a request', async () => {
    const asked: string[] = [];
    service = await startTestService({ models: { m: noting(asked, 40) }, config: onlyOne });
    const texts = Array.from({ length: 120 }, (_, n) => `alice ${n}`);
    const long = await makeBatch('m', texts);
    await eventually(() => asked.length > 0);
    const short = await makeBatch('m', ['bob 0', 'bob 1'], bob);
    await batchEnds(short, bob);
    expect((await batch(long)).processing_status).toBe('in_progress');
    await batchEnds(long);
    expect((await batch(long)).request_counts).toMatchObject({ succeeded: 120, errored: 0 });
    expect(asked.toSorted()).toEqual([...texts, 'bob 0', 'bob 1'].toSorted());
    await eventually(() => jobLines().length === 3);
    expect(jobLines().map(({ jobId, stopped }) => [jobId, stopped])).toEqual([
      [long, 'yielded'],
      [short, undefined],
      [long, undefined],
    ]);
  });

  it('yields to a batch of the same owner for another model, but not for the same model', async () => {
    const slow: string[] = [];
    const other: string[] = [];
    service = await startTestService({ models: { slow: noting(slow, 40), other: noting(other) }, config: onlyOne });
    const long = await makeBatch(
      'slow',
      Array.from({ length: 120 }, (_, n) => `long ${n}`),
    );
    await eventually(() => slow.length > 0);
    const after = await makeBatch('slow', ['behind']);
    const short = await makeBatch('other');
    await batchEnds(short);
    expect((await batch(long)).processing_status).toBe('in_progress');
    for (const id of [long, after]) await batchEnds(id);
    expect(slow.at(-1)).toBe('behind');
  });

  it('waits for a busy model and yields to others as often as necessary', async () => {
    const busy = new EngineError('overloaded', 'Busy.');
    let isBusy = true;
    const m = createScriptedModel({
      id: 'm',
      script: () => (isBusy ? [{ type: 'throw', error: busy }] : textResponse('Done.')),
    });
    service = await startTestService({
      models: { m },
      config: { ...onlyOne, background: { ...onlyOne.background, maxAttempts: 2 } },
    });
    const ids = [await makeBatch('m'), await makeBatch('m', ['Hi'], bob)] as const;
    await eventually(() => jobLines().length >= 8, 10_000);
    isBusy = false;
    await batchEnds(ids[0]);
    await batchEnds(ids[1], bob);
    expect((await batch(ids[0])).request_counts).toMatchObject({ succeeded: 1, errored: 0 });
    expect((await batch(ids[1], bob)).request_counts).toMatchObject({ succeeded: 1, errored: 0 });
  });

  it('is not interrupted when no other batch waits', async () => {
    const asked: string[] = [];
    service = await startTestService({ models: { m: noting(asked, 40) }, config: onlyOne });
    const ids = [
      await makeBatch(
        'm',
        Array.from({ length: 40 }, (_, n) => `one ${n}`),
      ),
      await makeBatch('m', ['two']),
    ];
    for (const id of ids) await batchEnds(id);
    expect(asked.at(-1)).toBe('two');
    await eventually(() => jobLines().length === 2);
    expect(jobLines().map(({ attempt }) => attempt)).toEqual([1, 1]);
  });
});
