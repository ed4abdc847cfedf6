// One secret for all replicas: without it they take each other's seals and idempotency keys for nothing.
import { playing, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

const warnings = (): unknown[] =>
  service.log
    .filter(({ level, msg }) => level === 40 && String(msg).includes('SERVER_SECRET'))
    .map(({ dataDir }) => dataDir);

it('a service on a database that others may share says at its start that its secret is its own', async () => {
  service = await startTestService({ models: { m: playing(...textResponse('Hello.')) } });
  expect(warnings()).toEqual(globalThis.storeUnderTest === 'postgres' ? [service.dataDir] : []);
});

it('says nothing where the secret was given to it', async () => {
  service = await startTestService({
    models: { m: playing(...textResponse('Hello.')) },
    config: { serverSecret: 's'.repeat(32) },
  });
  expect(warnings()).toEqual([]);
});
