// The state of a background response after store writes failed during its generation.
import { EngineError, type Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const background = { concurrency: 4, leaseMs: 600, heartbeatMs: 100, pollMs: 60, batchMs: 20, maxAttempts: 3 };
const [start = [], rest = []] = [
  textResponse('An answer that is cut.').slice(0, 4),
  textResponse('An answer that is cut.').slice(4),
];

let service: TestService;
afterEach(() => service.close());

describe('a background response whose store writes fail during generation', () => {
  it.each([
    ['for good', new EngineError('internal', 'The disk is full: nothing was stored.', { retryable: false })],
    ['for longer than its lease', new EngineError('overloaded', 'The database cannot be reached.')],
  ])('fails once the store is writable again and reports the store as the reason: %s', async (_, failure) => {
    service = await startTestService({
      models: { m: scriptedModel(...start, { type: 'delay', ms: background.leaseMs }, ...rest) },
      config: { background },
    });
    const store = service.app.get<Store>(STORE);
    const { appendEvents, putTurn, extendLease, claimJob } = store;
    const { id } = await createBackground(service);
    await pollUntil(service, id, ({ status }) => status === 'in_progress');
    while (((await store.readEvents('name:alice', id, -1, 100))?.events.length ?? 0) < 5)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const refuse = (): Promise<never> => Promise.reject(failure);
    Object.assign(store, { appendEvents: refuse, putTurn: refuse, extendLease: refuse, claimJob: refuse });
    await new Promise((resolve) => setTimeout(resolve, 2 * background.leaseMs));
    Object.assign(store, { appendEvents, putTurn, extendLease, claimJob });
    const message =
      'The service could not write to its store while it generated this response, so it cannot complete it.';
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message },
    });
    expect(service.log).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'job',
        jobId: id,
        reason: message,
        err: expect.objectContaining({ message: failure.message }),
      }),
    );
  });
});
