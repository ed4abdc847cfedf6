// Background responses with large inputs start when their owner has memory for them.
import { defaultJobSettings } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { LimitSettings } from '#src/config/service-file.js';
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

describe('Background responses with large inputs', () => {
  it('run as many at once as the memory of their owner allows, and do not wait for memory of each other', async () => {
    let running = 0;
    let maxRunning = 0;
    const model = createScriptedModel({
      id: 'm',
      script: () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        setTimeout(() => (running -= 1), 300);
        return [{ type: 'delay', ms: 300 }, ...textResponse('Done.')];
      },
    });
    service = await startTestService({
      models: { m: model },
      config: {
        background: { ...defaultJobSettings, concurrency: 8, pollMs: 100 },
        // One owner gets 5 MB; each job takes 2.4 MB of them.
        limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 12_000_000 }),
      },
    });
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await createBackground(service, { input: 'x'.repeat(400_000) })).id);
    for (const id of ids) expect((await pollUntil(service, id, hasEnded)).status).toBe('completed');
    expect(maxRunning).toBeLessThanOrEqual(2);
  }, 90_000);
});
