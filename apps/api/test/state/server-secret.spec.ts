// All replicas need one secret: without it they reject each other's signatures and idempotency keys.
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

const warnings = (): unknown[] =>
  service.log
    .filter(({ level, msg }) => level === 40 && String(msg).includes('SERVER_SECRET'))
    .map(({ dataDir }) => dataDir);

it('logs at the start that its secret is its own on a database that others may share', async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
  expect(warnings()).toEqual(globalThis.storeUnderTest === 'postgres' ? [service.dataDir] : []);
});

it('logs nothing when its secret is configured', async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')) },
    config: { serverSecret: 's'.repeat(32) },
  });
  expect(warnings()).toEqual([]);
});
