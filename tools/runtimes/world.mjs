// What the checks talk to: a patient model, the service in front of it, and a proxy that makes trouble.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProcess } from '../reliability/service-process.mjs';
import { startSlowModel } from './slow-model.mjs';
import { startFaultyProxy } from './faulty-proxy.mjs';

const key = 'key-of-the-runtimes-0123456789abcdef0123456789';

/** Opens a world with its files in `folder`. Pages of any origin may call its service. */
export async function openWorld(folder) {
  mkdirSync(folder, { recursive: true });
  const model = await startSlowModel();
  const service = await ServiceProcess.create({
    name: 'service',
    folder,
    dataDir: join(folder, 'data'),
    env: { API_KEYS: `runtimes:${key}`, SERVICE_CONFIG: join(folder, 'service.yaml'), LOG_LEVEL: 'warn' },
  });
  // JSON is YAML.
  writeFileSync(join(folder, 'service.yaml'), JSON.stringify({ models: model.models, cors: { origins: ['*'] } }));
  await service.start({ timeoutMs: 180_000 });
  const trouble = await startFaultyProxy(service.url);
  return {
    /** The settings of the checks. */
    settings: { url: service.url, key, model: model.url, trouble: trouble.url },
    async close() {
      await trouble.close();
      await service.stop();
      await model.close();
    },
  };
}
