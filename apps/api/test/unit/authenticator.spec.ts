import type { Store } from '@org/engine';
import { openSqliteStore } from '@org/stores';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { hashApiKey } from '#src/identity/api-key.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authenticator } from '#src/auth/authenticator.js';
import { loadConfig } from '#src/config/load-config.js';
import { parseKeyCommand } from '#src/keys/parse-key-command.js';
import { runKeyCommand } from '#src/keys/run-key-command.js';

let folder: string;
let store: Store;
let lookups: number;
let noted: unknown[];
let now: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authenticator-test-'));
  store = await openSqliteStore({ path: join(folder, 'x.db') });
  await store.putApiKey({ id: 'key_1', owner: 'ann', name: 'ann', hash: hashApiKey('good'), createdAt: 0 });
  const find = store.findApiKey.bind(store);
  lookups = 0;
  noted = [];
  now = 1000;
  store.findApiKey = (hash) => {
    lookups++;
    return find(hash);
  };
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const withKeys = (keys?: string): Authenticator =>
  new Authenticator({
    config: loadConfig(keys === undefined ? {} : { API_KEYS: keys }, folder),
    store,
    clock: { now: () => now },
    audit: { noteUse: ({ id }, address) => noted.push([id, address]), noteRefusal: (refusal) => noted.push(refusal) },
  });

describe('keys of the store', () => {
  it('replace one in API_KEYS for the same owner when created with its name', async () => {
    const key = await runKeyCommand(parseKeyCommand(['new', 'laptop', '--owner', 'name:alice']), {
      store,
      ids: createRandomIdSource(),
      clock: { now: () => now },
      actor: 'command-line',
    });
    const [configured, stored] = [
      await withKeys('alice:secret').principalOf('secret'),
      await withKeys().principalOf(key),
    ];
    expect(stored.owner).toBe(configured.owner);
  });

  it('open the service for their owner', async () => {
    expect(await withKeys().principalOf('good')).toEqual({
      owner: 'ann',
      keyId: 'key_1',
      keyName: 'ann',
      revocable: true,
    });
    await expect(withKeys().principalOf('bad')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('are looked up once a second, and invalid ones every time', async () => {
    const authenticator = withKeys();
    await authenticator.principalOf('good');
    now += 999;
    await authenticator.principalOf('good');
    expect(lookups).toBe(1);
    now += 1;
    await authenticator.principalOf('good');
    expect(lookups).toBe(2);
    await expect(authenticator.principalOf('bad')).rejects.toThrow('The key is not valid.');
    await expect(authenticator.principalOf('bad')).rejects.toThrow('The key is not valid.');
    expect(lookups).toBe(4);
  });

  it('are rejected one second after their revocation', async () => {
    const authenticator = withKeys();
    await authenticator.principalOf('good');
    await store.revokeApiKey('key_1', 9);
    now += 1000;
    await expect(authenticator.principalOf('good')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('are rejected after their revocation, also when the clock moves back', async () => {
    const authenticator = withKeys();
    await authenticator.principalOf('good');
    await store.revokeApiKey('key_1', 9);
    now -= 3_600_000;
    await expect(authenticator.principalOf('good')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(authenticator.knownPrincipalOf('good')).toBeUndefined();
  });

  it('are rejected after their expiry, also when the clock moves back before it', async () => {
    const authenticator = withKeys();
    await authenticator.principalOf('good');
    await store.revokeApiKey('key_1', 9);
    now += 1000;
    await expect(authenticator.principalOf('good')).rejects.toMatchObject({ code: 'unauthenticated' });
    now -= 500;
    expect(authenticator.knownPrincipalOf('good')).toBeUndefined();
  });

  it('are rejected from their expiry on, even while cached', async () => {
    await store.putApiKey({
      id: 'key_1',
      owner: 'ann',
      name: 'ann',
      hash: hashApiKey('good'),
      createdAt: 0,
      expiresAt: now + 10,
    });
    const authenticator = withKeys();
    expect(await authenticator.principalOf('good')).toEqual({
      owner: 'ann',
      keyId: 'key_1',
      keyName: 'ann',
      revocable: true,
    });
    now += 10;
    await expect(authenticator.principalOf('good')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('keys of the configuration', () => {
  it('are the only valid ones, and two keys with one name have one owner', async () => {
    const authenticator = withKeys('bea:new,bea:old');
    const { owner } = await authenticator.principalOf('new');
    expect(await authenticator.principalOf('old')).toEqual({ owner, keyId: 'bea', keyName: 'bea', revocable: false });
    await expect(authenticator.principalOf('good')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(lookups).toBe(0);
  });
});

describe('the audit log', () => {
  it('learns of uses and refusals with the reason and the address, without the key or its hash', async () => {
    const authenticator = withKeys();
    await authenticator.principalOf('good', '10.0.0.1');
    await expect(authenticator.principalOf('bad', '10.0.0.2')).rejects.toThrow('The key is not valid.');
    authenticator.noteMalformed('10.0.0.3');
    await store.putApiKey({
      id: 'key_2',
      owner: 'ann',
      name: 'x',
      hash: hashApiKey('old'),
      createdAt: 0,
      expiresAt: 1,
    });
    await expect(authenticator.principalOf('old')).rejects.toThrow('The key is not valid.');
    await store.revokeApiKey('key_2', 9);
    await expect(authenticator.principalOf('old')).rejects.toThrow('The key is not valid.');
    await expect(withKeys('alice:secret').principalOf('bad', '10.0.0.4')).rejects.toThrow('The key is not valid.');
    expect(noted).toEqual([
      ['key_1', '10.0.0.1'],
      { reason: 'wrong', address: '10.0.0.2' },
      { reason: 'wrong', address: '10.0.0.3' },
      { reason: 'expired', keyId: 'key_2', owner: 'ann' },
      { reason: 'revoked', keyId: 'key_2', owner: 'ann' },
      { reason: 'wrong', address: '10.0.0.4' },
    ]);
  });
});
