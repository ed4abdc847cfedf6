import type { Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

describe('readiness', () => {
  it('is checked once for all requests within a second and again for later ones', async () => {
    const inner = scriptedModel();
    let asked = 0;
    service = await startTestService({
      models: {
        m: {
          ...inner,
          modelInfo: async () => {
            asked += 1;
            return await inner.modelInfo();
          },
        },
      },
    });
    const store = service.app.get<Store>(STORE);
    const ready = async (): Promise<number> => (await fetch(`${service.url}/health/ready`)).status;
    asked = 0;
    expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array.from({ length: 20 }, () => 200));
    expect(asked).toBe(1);
    store.ping = () => Promise.reject(new Error('gone'));
    await eventually(async () => (await ready()) === 503);
  });

  it('that the store spoils is explained in the log, once for each reason', async () => {
    service = await startTestService({ models: { m: scriptedModel() } });
    const store = service.app.get<Store>(STORE);
    let pinged = 0;
    store.ping = () => ((pinged += 1), Promise.reject(new Error(pinged < 3 ? 'gone' : 'still gone')));
    await eventually(async () => (await fetch(`${service.url}/health/ready`), pinged >= 4));
    const messages = service.log
      .filter(({ msg }) => msg === 'not ready: the store is failing')
      .map(({ err }) => (err as { message?: string }).message);
    expect(messages).toEqual(['gone', 'still gone']);
  });
});
