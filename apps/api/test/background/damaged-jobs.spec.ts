// Accepted jobs that cannot start because their stored data is unreadable.
import { checkResponseStream, type ResponseStreamEvent } from '@org/protocol/responses';
import { DamagedContentError, type Store } from '@org/engine';
import type { Job } from '@org/engine/testing';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, eventsOf, get, hasEnded, pollUntil } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const background = { concurrency: 16, leaseMs: 300, heartbeatMs: 100, pollMs: 50, batchMs: 20, maxAttempts: 2 };

let service: TestService;
let store: Store;
beforeEach(async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('An answer.')) },
    config: { background },
  });
  store = service.app.get<Store>(STORE);
  const claim = store.claimJob;
  claimAs((job) => job);
  const asked = new Set<string>();
  Object.assign(store, {
    claimJob: async (...args: Parameters<Store['claimJob']>) => {
      asked.add(args[0]);
      const job = await claim(...args);
      return job && changeJob(job);
    },
  });
  // A job runner has one claim in flight: no earlier claim can return the unchanged job any more.
  await eventually(() => asked.size === 2);
});
afterEach(() => service.close());

let changeJob: (job: Job) => Job;
/** Applies `change` to the jobs that are claimed next. */
function claimAs(change: (job: Job) => Job): void {
  changeJob = change;
}

/** Returns the log lines with `message` once there are `count`; the last line follows the state that it reports. */
async function lines(message: string, count = 1): Promise<typeof service.log> {
  const found = () => service.log.filter(({ msg }) => msg === message);
  await eventually(() => found().length >= count);
  return found();
}

it('fails a response whose request is damaged with an error and runs the others', async () => {
  let first: string | undefined;
  claimAs((job) => ((first ??= job.turnId) === job.turnId ? { ...job, request: undefined } : job));
  const { id } = await createBackground(service);
  const failed = await pollUntil(service, id, hasEnded);
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'server_error', message: expect.stringContaining('damaged') },
  });
  const stream = await (await get(service, `${id}?stream=true`)).text();
  checkResponseStream(eventsOf(stream) as unknown as ResponseStreamEvent[]);
  const { id: next } = await createBackground(service);
  expect(await pollUntil(service, next, hasEnded)).toMatchObject({ status: 'completed' });
  expect((await lines('job'))[0]).toMatchObject({
    jobId: id,
    attempt: 1,
    err: { message: expect.stringContaining('damaged') },
  });
});

it('does not fail a response that another process must end', async () => {
  claimAs((job) => ({ ...job, request: undefined }));
  const putTurn = store.putTurn;
  let refused = 0;
  Object.assign(store, {
    putTurn: (...args: Parameters<Store['putTurn']>) =>
      args[1]?.lease === undefined || refused > 0 ? putTurn(...args) : Promise.resolve((refused += 1) < 1),
  });
  const { id } = await createBackground(service);
  const [first, second] = await lines('job', 2);
  expect([first, refused]).toMatchObject([{ level: 30, jobId: id, attempt: 1, stopped: 'lost', model: 'm' }, 1]);
  expect(first).not.toHaveProperty('error');
  expect(second).toMatchObject({
    level: 50,
    jobId: id,
    attempt: 2,
    err: { message: expect.stringContaining('damaged') },
  });
});

it('tries a damaged response once and removes its job', async () => {
  const getTurn = store.getTurn;
  let damaged = true;
  let owner = '';
  Object.assign(store, {
    getTurn: (...args: Parameters<Store['getTurn']>) => {
      [owner] = args;
      return damaged ? Promise.reject(new DamagedContentError(new Error('reason'))) : getTurn(...args);
    },
  });
  const { id } = await createBackground(service);
  await eventually(async () => Object.values(await store.countJobs()).every((count) => count === 0));
  damaged = false;
  expect((await store.readEvents(owner, id, -1, 1))?.status).toBe('failed');
  expect(await lines('background work failed')).toMatchObject([
    { jobId: id, attempt: 1, err: { message: expect.stringContaining('damaged') } },
  ]);
});

/** Makes the stored event log unreadable from now on. */
function damageLog(): void {
  Object.assign(store, { readEvents: () => Promise.reject(new DamagedContentError(new Error('reason'))) });
}

it('fails a response whose event log is damaged with an error', async () => {
  damageLog();
  const { id } = await createBackground(service);
  expect(await pollUntil(service, id, hasEnded)).toMatchObject({
    id,
    status: 'failed',
    error: { code: 'server_error', message: expect.stringContaining('damaged') },
  });
  expect(Object.values(await store.countJobs())).toEqual([0, 0, 0]);
  expect(await lines('job')).toMatchObject([
    { jobId: id, attempt: 1, err: { message: expect.stringContaining('damaged') } },
  ]);
});

it('stops retrying a job of an unknown kind', async () => {
  claimAs((job) => ({ ...job, request: { kind: 'unknown' } }));
  const { id } = await createBackground(service);
  expect(await pollUntil(service, id, hasEnded)).toMatchObject({ status: 'failed', error: { code: 'server_error' } });
  expect(await lines('background work failed', background.maxAttempts)).toHaveLength(background.maxAttempts);
  expect(await lines('job')).toMatchObject([{ jobId: id, attempt: background.maxAttempts + 1 }]);
});

it.each(['request', 'log'])('ends a batch whose %s is damaged and counts its requests as errored', async (what) => {
  if (what === 'log') damageLog();
  else claimAs((job) => ({ ...job, request: undefined }));
  const params = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };
  const requests = ['a', 'b'].map((custom_id) => ({ custom_id, params }));
  const created = await service.post('/v1/messages/batches', { requests }, service.messagesHeaders);
  const { id } = (await created.json()) as { id: string };
  let batch: unknown;
  await eventually(async () => {
    batch = await (
      await fetch(`${service.url}/v1/messages/batches/${id}`, { headers: service.messagesHeaders })
    ).json();
    return (batch as { processing_status: string }).processing_status === 'ended';
  });
  expect(batch).toMatchObject({ request_counts: { processing: 0, succeeded: 0, errored: 2, canceled: 0, expired: 0 } });
  expect(await lines('job')).toMatchObject([
    { level: 50, jobId: id, err: { message: expect.stringMatching(/damaged|reason/) } },
  ]);
});
