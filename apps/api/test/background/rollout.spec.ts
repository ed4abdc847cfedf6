// Replicas get a new model one after another; until then, a replica that has the model runs the requests for it.
import { defaultJobSettings, type Store, systemClock } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const minute = 60_000;
/** Leaves some of the work for the other replicas. */
const background = { ...defaultJobSettings, concurrency: 1, leaseMs: 2_000, heartbeatMs: 400, pollMs: 100 };
const shutdown = { announceMs: 0, graceMs: 50 };

const running: TestService[] = [];
afterEach(() => closeServices(running));

async function start(options: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService({
    ...options,
    config: { background, shutdown },
    ...(running[0] === undefined ? {} : { dataDir: running[0].dataDir }),
  });
  running.push(service);
  return service;
}

it('runs a response on the only replica that has its model', async () => {
  const old = await start({ models: { other: hangingModel() } });
  const [first, ...rest] = textResponse('Made.');
  if (first === undefined) throw new Error('a response has a first event');
  const fresh = await start({ models: { m: scriptedModel(first, { type: 'delay', ms: 300 }, ...rest) } });
  const asked = await Promise.all(Array.from({ length: 6 }, () => createBackground(fresh)));
  const ends = await Promise.all(asked.map(({ id }) => pollUntil(fresh, id, hasEnded, 45_000)));
  expect(ends.map(({ status }) => status)).toEqual(asked.map(() => 'completed'));
  await eventually(() => old.log.some(({ msg }) => msg === 'job'));
  expect(old.log.flatMap(({ msg, stopped }) => (msg === 'job' && stopped !== 'yielded' ? [stopped] : []))).toEqual([]);
}, 60_000);

it('runs a batch on the only replica that has its model and ends a batch for an unknown model with errors', async () => {
  await start({ models: { other: hangingModel() } });
  const fresh = await start({ models: { m: scriptedModel(...textResponse('Made.')) } });
  const ask = async (model: string): Promise<{ id: string }> => {
    const params = { model, max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };
    return (await (await fresh.post('/v1/messages/batches', { requests: [{ custom_id: 'one', params }] })).json()) as {
      id: string;
    };
  };
  const countsOf = async ({ id }: { id: string }): Promise<unknown> =>
    (
      (await (await fetch(`${fresh.url}/v1/messages/batches/${id}`, { headers: fresh.messagesHeaders })).json()) as {
        request_counts: unknown;
      }
    ).request_counts;
  const made = await Promise.all(Array.from({ length: 6 }, () => ask('m')));
  const wrong = await ask('nowhere');
  const ended = (counts: unknown): boolean =>
    typeof counts === 'object' && counts !== null && 'processing' in counts && counts.processing === 0;
  for (const batch of [...made, wrong]) await eventually(async () => ended(await countsOf(batch)), 20_000);
  const none = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  expect(await Promise.all([...made, wrong].map(countsOf))).toEqual([
    ...made.map(() => ({ ...none, succeeded: 1 })),
    { ...none, errored: 1 },
  ]);
}, 60_000);

it('a batch that was cancelled ends wherever its model is, and waits for no rollout', async () => {
  const made = await start({ models: { m: hangingModel() } });
  const claims = made.app.get<Store>(STORE);
  claims.claimJob = async () => undefined;
  const params = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };
  const { id } = (await (
    await made.post('/v1/messages/batches', { requests: [{ custom_id: 'one', params }] })
  ).json()) as { id: string };
  await made.post(`/v1/messages/batches/${id}/cancel`, {});
  await made.stop();
  const later = await start({ models: { other: hangingModel() } });
  const batch = async (): Promise<{ processing_status: string; request_counts: unknown }> =>
    (await (await fetch(`${later.url}/v1/messages/batches/${id}`, { headers: later.messagesHeaders })).json()) as {
      processing_status: string;
      request_counts: unknown;
    };
  await eventually(async () => (await batch()).processing_status === 'ended', 10_000);
  expect((await batch()).request_counts).toEqual({ processing: 0, succeeded: 0, errored: 0, canceled: 1, expired: 0 });
  running.splice(0, 1);
}, 30_000);

it('fails a response whose model was removed once a rollout is ruled out', async () => {
  const made = await start({ models: { m: hangingModel() } });
  const { id } = await createBackground(made);
  await made.stop();
  const later = await start({
    models: { other: hangingModel() },
    clock: { ...systemClock, now: () => Date.now() + 11 * minute },
  });
  expect(await pollUntil(later, id, hasEnded)).toMatchObject({
    status: 'failed',
    error: { code: 'server_error', message: 'The model "m" does not exist. Models: other.' },
  });
  running.splice(0, 1);
}, 30_000);
