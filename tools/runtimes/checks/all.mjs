import { ModelResponseClient } from '@org/sdk';
import { responses } from './responses.mjs';
import { failures } from './failures.mjs';

/**
 * Runs every check whose name contains `only`, one after the other.
 * @param {{ url: string, key: string, model: string, trouble: string, only: string, runtime: 'program' | 'page' | 'worker' }}
 * settings
 * @param {Record<string, (world: object) => Promise<void>>} more
 */
export async function runAll(settings, more = {}) {
  const world = { ...settings, client: new ModelResponseClient({ baseUrl: settings.url, apiKey: settings.key }) };
  const results = [];
  for (const [name, check] of Object.entries({ ...responses, ...failures, ...more })) {
    if (!name.includes(settings.only)) continue;
    const started = Date.now();
    const failure = await check(world).then(
      () => undefined,
      (error) =>
        `${error?.name}: ${error?.message}${error?.cause === undefined ? '' : ` (${error.cause})`}\n${error?.stack ?? ''}`,
    );
    results.push({ name, milliseconds: Date.now() - started, failure });
  }
  return results;
}
