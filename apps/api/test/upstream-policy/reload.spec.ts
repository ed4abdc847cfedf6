import { defaultUpstreamPolicy } from '@org/dialects/dialect';
import { ResponsesSettings } from '#src/config/providers/responses-settings.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { loadConfig } from '#src/config/load-config.js';
import { ConfiguredModels } from '#src/engine/configured-models.js';
import { startTestService } from '../kit/start-service.js';
import { startReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';
import { eventsOf } from './policed-service.js';

it('a reload of the models applies their new policies', async () => {
  const upstream = await startReplayUpstream();
  upstream.replay({ events: eventsOf('/v1/responses') });
  const modelWith = (hostedTools: 'pass' | 'reject'): ModelSettings => ({
    name: 'm',
    provider: Object.assign(new ResponsesSettings(), {
      kind: 'responses' as const,
      baseUrl: upstream.baseUrl,
      upstreamPolicy: { ...defaultUpstreamPolicy, hostedTools },
    }),
  });
  const service = await startTestService({ config: { models: [modelWith('pass')] } });
  try {
    const ask = async (): Promise<number> =>
      (await service.post('/v1/responses', { model: 'm', input: 'x', tools: [{ type: 'web_search' }] })).status;
    expect(await ask()).toBe(200);
    expect(upstream.requests.at(-1)?.body['tools']).toEqual([{ type: 'web_search' }]);
    const next = { ...loadConfig({ DATA_DIR: service.dataDir }, service.dataDir), models: [modelWith('reject')] };
    await service.app.get(ConfiguredModels).reload(() => next);
    expect(await ask()).toBe(400);
    expect(upstream.requests).toHaveLength(1);
  } finally {
    await service.close();
    await upstream.close();
  }
});
