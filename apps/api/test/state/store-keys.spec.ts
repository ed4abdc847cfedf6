// The keys that the operator gives the store: STORE_KEYS, and how they are changed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseStoreKeys } from '#src/config/parse-store-keys.js';
import { storeKeysProgram } from '#src/store-keys-program.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { removeStoreOf, storeOf } from '../kit/store-of.js';

const old = `2026-10:${Buffer.alloc(32, 1).toString('base64')}`;
const next = `2026-11:${Buffer.alloc(32, 2).toString('base64')}`;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-test-'));
});
afterEach(async () => {
  await removeStoreOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** Lets a service with these keys do something, and stops it. */
async function serving<Result>(
  keys: string | undefined,
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const storeKeys = keys === undefined ? [] : parseStoreKeys(keys);
  const service = await startTestService({
    dataDir,
    models: { demo: scriptedModel(...textResponse('Kept.')) },
    config: { storeKeys },
  });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function storeResponse(service: TestService): Promise<string> {
  const response = await service.post('/v1/responses', { model: 'demo', input: 'Keep this.' });
  return ((await response.json()) as { id: string }).id;
}

async function read(service: TestService, id: string): Promise<number> {
  return (await fetch(`${service.url}/v1/responses/${id}`, { headers: service.responsesHeaders })).status;
}

describe('what is stored under a key of the operator', () => {
  it('is re-encrypted with a new key while the service runs, and the old key is no longer needed', async () => {
    const id = await serving(old, storeResponse);
    await serving(`${next},${old}`, async (service) => {
      expect(await read(service, id)).toBe(200);
      await eventually(() => service.log.some((line) => line['storeKey'] === '2026-11' && line['count'] === 1));
    });
    expect(await serving(next, (service) => read(service, id))).toBe(200);
    await expect(serving(old, storeResponse)).rejects.toThrow(
      'STORE_KEYS does not contain the store key "2026-11", which encrypts stored content.',
    );
  });

  it('gets its first key in two steps without data that a replica cannot read', async () => {
    const first = await serving(`none,${old}`, async (service) => {
      const id = await storeResponse(service);
      const locked = await serving(old, storeResponse);
      expect([
        await read(service, id),
        await read(service, locked),
        (await fetch(`${service.url}/health/ready`)).status,
      ]).toEqual([200, 200, 200]);
      return [id, locked];
    });
    await serving(old, async (service) => {
      for (const id of first) expect(await read(service, id)).toBe(200);
    });
    await expect(serving(undefined, storeResponse)).rejects.toThrow(
      'STORE_KEYS does not contain the store key "2026-10", which encrypts stored content.',
    );
  });

  it('prevents the start without the key, with a sentence that names it', async () => {
    await serving(old, storeResponse);
    const sentence =
      /^STORE_URL: .* cannot be opened: STORE_KEYS does not contain the store key "2026-10", which encrypts stored content\.$/;
    await expect(serving(undefined, storeResponse)).rejects.toThrow(sentence);
    await expect(serving(next, storeResponse)).rejects.toThrow(sentence);
    await expect(serving(`2026-10:${Buffer.alloc(32, 9).toString('base64')}`, storeResponse)).rejects.toThrow(
      'STORE_KEYS has another key as "2026-10" than the one that encrypts stored content.',
    );
  });

  it('is re-encrypted by a command while the service runs, which reports the amount under each key', async () => {
    await serving(undefined, storeResponse);
    const store = await storeOf(dataDir);
    await expect(storeKeysProgram({ store, storeKeys: [] })).rejects.toThrow(
      'STORE_KEYS is not set, so there is no key to move stored content to; set STORE_KEYS',
    );
    await expect(storeKeysProgram({ store, storeKeys: parseStoreKeys(`none,${old}`) })).rejects.toThrow(
      'STORE_KEYS begins with "none", so there is no key to move stored content to; put a key first',
    );
    expect(await storeKeysProgram({ store, storeKeys: parseStoreKeys(old) })).toBe(
      'moved to 2026-10: 1\nstored content by key:\n2026-10: 1',
    );
    expect(await storeKeysProgram({ store, storeKeys: parseStoreKeys(`${next},${old}`) })).toBe(
      'moved to 2026-11: 1\nstored content by key:\n2026-11: 1',
    );
  });
});
