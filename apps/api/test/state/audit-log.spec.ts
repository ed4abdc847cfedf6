// What the audit log has of a running service.
import type { AuditEvent, Store } from '@org/engine';
import { AuditTrail } from '#src/audit/audit-trail.js';
import { STORE } from '#src/engine/tokens.js';
import { makeApiKey } from '#src/identity/api-key.js';
import { closeServices } from '../kit/close-services.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const running: TestService[] = [];
afterEach(() => closeServices(running));

it('has first uses and refusals with address and key over HTTP, and no secret', async () => {
  const service = await startTestService({ storedKeys: true });
  running.push(service);
  const store = service.app.get<Store>(STORE);
  const list = async (): Promise<readonly AuditEvent[]> => {
    await service.app.get(AuditTrail).flush();
    return store.listAuditEvents({ since: 0, limit: 100 });
  };
  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${service.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;
  const wrong = makeApiKey();
  expect(await statusWith(service.key)).toBe(200);
  expect([await statusWith(wrong), await statusWith(wrong), await statusWith('sk-org-mistyped')]).toEqual([
    401, 401, 401,
  ]);
  expect((await fetch(`${service.url}/v1/models`)).status).toBe(401);
  const [key] = await store.listApiKeys();
  const address = expect.stringMatching(/127\.0\.0\.1$/) as string;
  expect(await list()).toEqual([
    expect.objectContaining({ kind: 'key_created', actor: 'service', keyId: key?.id, owner: 'default' }),
    expect.objectContaining({ kind: 'key_first_used', actor: key?.id, keyId: key?.id, address }),
    expect.objectContaining({ kind: 'key_refused', actor: 'client', reason: 'wrong', count: 3, address }),
  ]);
  expect((await store.listApiKeys())[0]?.lastUsedAt).toBeGreaterThan(0);
  await store.revokeApiKey(key?.id ?? '', Date.now());
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // A key is cached for a second.
  expect(await statusWith(service.key)).toBe(401);
  expect((await list()).at(-1)).toMatchObject({ kind: 'key_refused', reason: 'revoked', keyId: key?.id, count: 1 });
  const logged = service.log.filter(({ auditId }) => auditId !== undefined);
  expect(logged.map(({ msg }) => msg)).toEqual([
    'API key used for the first time',
    'API key refused',
    'API key refused',
  ]);
  for (const secret of [service.key, wrong, key?.hash.slice(0, 12) ?? '', wrong.slice(-12)])
    expect(JSON.stringify([await list(), service.log])).not.toContain(secret);
}, 30_000);
