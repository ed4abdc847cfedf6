import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '@org/engine';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService } from '../kit/start-service.js';

const canary = 'CANARY7f3a';

describe('content of clients and models', () => {
  it('appears in no log line and, with store: false, in no file', async () => {
    const upstream = new EngineError('upstream-failed', 'The model broke off.', {
      cause: new Error(`upstream says ${canary}`),
    });
    const service = await startTestService({
      models: {
        m: scriptedModel(...textResponse(`${canary} answers`)),
        broken: scriptedModel({ type: 'throw', error: upstream }),
      },
    });
    const input = `${canary} asks`;
    const messages = [{ role: 'user', content: input }];
    const responses = [
      await service.post('/v1/messages', { model: 'm', max_tokens: 50, messages }),
      await service.post('/v1/messages', { model: 'm', max_tokens: 50, messages, stream: true }),
      await service.post('/v1/responses', { model: 'm', input, store: false }),
      await service.post('/v1/responses', { model: 'broken', input, store: false }),
      await service.post('/v1/responses', {
        model: 'm',
        input,
        store: false,
        tools: [{ type: 'function', name: `${canary} tool` }],
      }),
      await service.post('/v1/responses', `{"model":"m","input":"${input}`),
      await service.post(
        `/v1/responses?x=${canary}`,
        { model: 'm', input, store: false },
        { authorization: `Bearer ${canary}` },
      ),
      await fetch(`${service.url}/v1/${canary}`, { headers: service.responsesHeaders }),
    ];
    for (const response of responses) await response.text();
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 502, 400, 400, 401, 404]);
    await service.stop();
    expect(service.log.filter(({ msg }) => msg === 'request')).toHaveLength(responses.length);
    expect(JSON.stringify(service.log)).not.toContain(canary);
    for (const name of await readdir(service.dataDir)) {
      expect([name, (await readFile(join(service.dataDir, name))).includes(canary)]).toEqual([name, false]);
    }
    await service.close();
  });
});
