import type { ApiKeyRecord, ApiKeyStore, AuditEvent, AuditLog, StorageAccount } from '@org/engine';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { hashApiKey } from '#src/identity/api-key.js';
import { ConfigError } from '#src/config/checks/config-error.js';
import { parseKeyCommand } from '#src/keys/parse-key-command.js';
import { runKeyCommand } from '#src/keys/run-key-command.js';

const hour = 3_600_000;
let keys: ApiKeyRecord[];
let events: AuditEvent[];
let now: number;
const store: ApiKeyStore & AuditLog & Pick<StorageAccount, 'getStoredBytes'> = {
  putApiKey: async (key, event) => {
    keys = [...keys.filter(({ hash }) => hash !== key.hash), key];
    if (event !== undefined) events.push(event);
  },
  findApiKey: async (hash) => keys.find((key) => key.hash === hash),
  listApiKeys: async (options) => keys.filter((key) => options?.revoked === true || key.revokedAt === undefined),
  findApiKeyIds: async (ids) => new Set(ids.filter((id) => keys.some((key) => key.id === id))),
  revokeApiKey: async (id, revokedAt, event) => {
    const found = keys.some((key) => key.id === id && key.revokedAt === undefined);
    keys = keys.map((key) => (found && key.id === id ? { ...key, revokedAt } : key));
    if (found && event !== undefined) events.push(event);
    return found;
  },
  recordApiKeyUses: async () => undefined,
  putAuditEvents: async () => new Set(),
  listAuditEvents: async ({ since, keyId }) =>
    events.filter((event) => event.at >= since && (keyId === undefined || event.keyId === keyId)),
  deleteAuditEvents: async () => 0,
  countApiKeys: async () => keys.length,
  getStoredBytes: async (owner) => ({ responses: owner === 'ada' ? 1_200 : 0, conversations: 30, files: 4 }),
};
const run = (...args: string[]): Promise<string> =>
  runKeyCommand(parseKeyCommand(args, now), {
    store,
    ids: createRandomIdSource(),
    clock: { now: () => now },
    actor: 'command-line',
  });

afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  keys = [];
  events = [];
  now = Date.UTC(2026, 10, 21);
});

describe('the key command', () => {
  it('creates a key and stores only its hash, for the named or the default owner', async () => {
    const [first, second, third] = [
      await run('new', 'laptop'),
      await run('new', 'ci', '--owner', 'build'),
      await run('new', '--owner', 'name:bob', 'bob'),
    ];
    expect(first).toMatch(/^sk-org-\w{49}$/);
    expect(await store.findApiKey(hashApiKey(first))).toMatchObject({
      name: 'laptop',
      owner: 'default',
      createdAt: now,
    });
    expect(await store.findApiKey(hashApiKey(second))).toMatchObject({ name: 'ci', owner: 'build' });
    expect(await store.findApiKey(hashApiKey(third))).toMatchObject({ name: 'bob', owner: 'name:bob' });
    expect(JSON.stringify(keys)).not.toContain(first);
  });

  it('lists keys without a secret or its hash', async () => {
    const key = await run('new', 'laptop');
    const [head, line, ...more] = (await run('list')).split('\n');
    expect(head).toMatch(/^ID +NAME +OWNER +CREATED +VALID UNTIL +LAST USED$/);
    expect(line).toMatch(/^key_\w+ +laptop +default +2026-11-21T00:00:00Z +no expiry +never$/);
    expect(more).toEqual([]);
    expect(line).not.toContain(hashApiKey(key));
  });

  it('lists keys in columns, with the expiry of those that have one', async () => {
    await run('new', 'a');
    await run('new', 'a-longer-name');
    await run('rotate', keys[0]?.id ?? '', '--hours', '1');
    const lines = (await run('list')).split('\n');
    const column = lines[0]?.indexOf('OWNER') ?? 0;
    expect(lines.map((line) => line.slice(column - 2).startsWith('  default  ')).slice(1)).toEqual([true, true, true]);
    expect(lines.filter((line) => line.endsWith(' 2026-11-21T01:00:00Z  never'))).toHaveLength(1);
  });

  it('prints what an owner stores', async () => {
    expect((await run('usage', 'ada')).split('\n').map((line) => line.trim())).toEqual([
      '1234  bytes of ada',
      '1200  responses and batches',
      '30  conversations',
      '4  files',
    ]);
  });

  it('shows no key that could not be stored', async () => {
    await run('new', 'ci');
    jest.spyOn(store, 'putApiKey').mockRejectedValue(new Error('The disk is full.'));
    await expect(run('new', 'laptop')).rejects.toThrow('disk');
    await expect(run('rotate', keys[0]?.id ?? '')).rejects.toThrow('disk');
  });

  it('reveals no new key before the old one has an expiry', async () => {
    await run('new', 'ci');
    jest.spyOn(store, 'putApiKey').mockResolvedValueOnce().mockRejectedValueOnce(new Error('The disk is full.'));
    await expect(run('rotate', keys[0]?.id ?? '')).rejects.toThrow('disk');
  });

  it('revokes a key by its id', async () => {
    await run('new', 'laptop');
    const id = keys[0]?.id ?? '';
    expect(await run('revoke', id)).toBe(`${id} is revoked`);
    expect(await run('list')).not.toContain(id);
    await expect(run('revoke', id)).rejects.toThrow(ConfigError);
  });

  it('lists revoked keys with --all, and the last use of each key', async () => {
    await run('new', 'laptop');
    await run('new', 'phone');
    await run('revoke', keys[0]?.id ?? '');
    keys = keys.map((key, index) => ({ ...key, lastUsedAt: index === 0 ? 0 : now + 60_000 }));
    const [, laptop, phone] = (await run('list', '--all')).split('\n');
    expect(laptop).toMatch(/ laptop .* 2026-11-21T00:00:00Z \(revoked\) +unknown +-$/);
    expect(phone).toMatch(/ phone .* no expiry +2026-11-21T00:01:00Z +-$/);
  });

  it('shows with --all when a key was rotated, and by which it was replaced, also after it was revoked', async () => {
    await run('new', 'ci');
    const [old] = keys;
    now += hour;
    await run('rotate', old?.id ?? '', '--days', '30');
    await run('revoke', old?.id ?? '');
    const fresh = keys.find(({ id }) => id !== old?.id);
    expect(fresh?.expiresAt).toBe(now + 30 * 24 * hour);
    const lines = (await run('list', '--all')).split('\n');
    expect(lines[0]).toMatch(/LAST USED +REPLACED BY$/);
    expect(lines.find((line) => line.startsWith(old?.id ?? ' '))).toMatch(
      new RegExp(`2026-11-21T01:00:00Z \\(revoked\\) +never +${fresh?.id}, 2026-11-21T01:00:00Z$`),
    );
    expect(lines.find((line) => line.startsWith(fresh?.id ?? ' '))).toMatch(/2026-12-21T01:00:00Z +never +-$/);
    expect(await run('list')).not.toContain('REPLACED');
  });

  it('creates a key that expires after --days', async () => {
    await run('new', 'trial', '--days', '2', '--owner', 'build');
    expect(keys).toEqual([expect.objectContaining({ name: 'trial', owner: 'build', expiresAt: now + 48 * hour })]);
  });

  it('prints what happened to the keys, since a time and of one key, without a secret', async () => {
    const [first] = [await run('new', 'ci')];
    const id = keys[0]?.id ?? '';
    now += hour;
    await run('rotate', id);
    await run('revoke', id);
    const lines = (await run('audit')).split('\n');
    expect(lines[0]).toMatch(/^TIME +EVENT +KEY +NAME +OWNER +ACTOR +ADDRESS +COUNT +DETAIL$/);
    const kinds = (text: string): readonly string[] =>
      text
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ +/)[1] ?? '');
    expect(kinds(lines.join('\n'))).toEqual(['key_created', 'key_created', 'key_rotated', 'key_revoked']);
    expect(lines[3]).toMatch(
      new RegExp(`${id} +ci +default +command-line +- +1 +replaced by ${keys.find((key) => key.id !== id)?.id}$`),
    );
    expect(kinds(await run('audit', '--key', id))).toEqual(['key_created', 'key_rotated', 'key_revoked']);
    expect(kinds(await run('audit', '--since', '2026-11-21T01:00:00Z'))).toHaveLength(3);
    expect(kinds(await run('audit', '--since', '2h'))).toHaveLength(4);
    expect(lines.join('\n')).not.toContain(first);
    expect(lines.join('\n')).not.toContain(keys[0]?.hash.slice(0, 8));
  });

  it.each([
    [[], 24],
    [['--hours', '1.5'], 1.5],
    [['--hours', '0'], 0],
  ])('rotates a key: a new one for the same owner, and an expiry for the old one (%j)', async (option, hours) => {
    await run('new', 'ci', '--owner', 'build');
    const [old] = keys;
    now += hour;
    const fresh = await run('rotate', old?.id ?? '', ...option);
    expect(await store.findApiKey(hashApiKey(fresh))).toMatchObject({ name: 'ci', owner: 'build', createdAt: now });
    expect(await store.findApiKey(old?.hash ?? '')).toEqual({ ...old, expiresAt: now + hours * hour });
    expect(await run('list')).toContain(
      hours === 0 ? '(expired)' : new Date(now + hours * hour).toISOString().slice(0, 19),
    );
  });

  it('never extends a key when it is rotated twice', async () => {
    await run('new', 'ci');
    const id = keys[0]?.id ?? '';
    await run('rotate', id, '--hours', '1');
    await run('rotate', id, '--hours', '9');
    expect(keys.find((key) => key.id === id)?.expiresAt).toBe(now + hour);
    await run('rotate', id, '--hours', '0.5');
    expect(keys.find((key) => key.id === id)?.expiresAt).toBe(now + hour / 2);
  });

  it.each([
    [[], 'a command is missing'],
    [['make'], '"make" is not a command'],
    [['--help'], '"--help" is not a command'],
    [['new'], 'NAME is missing'],
    [['new', '--help'], '"--help" is not an option of this command'],
    [['new', '--name', 'laptop'], '"--name" is not an option of this command'],
    [['new', 'a b'], 'NAME must have 1 to 64'],
    [['new', 'a', '--owner', 'x:y'], 'OWNER must have 1 to 64'],
    [['new', 'a', '--owner', 'name:'], 'OWNER must have 1 to 64'],
    [['new', 'name:a'], 'NAME must have 1 to 64'],
    [['new', 'a', '--owner'], '--owner needs a value'],
    [['new', '--owner'], '--owner needs a value'],
    [['new', 'a', 'b'], '"b" is one argument too many'],
    [['list', 'a'], '"a" is one argument too many'],
    [['new', 'a', '--days', '0'], 'DAYS must be a number from 1 to 36500'],
    [['audit', '--since', 'yesterday'], 'TIME must be a date'],
    [['audit', '--since', '2026-13-90'], 'TIME must be a date'],
    [['audit', 'a'], '"a" is one argument too many'],
    [['usage'], 'OWNER is missing'],
    [['revoke'], 'ID is missing'],
    [['rotate', 'a', '--hours', 'x'], 'HOURS must be a number from 0 to 8760'],
    [['rotate', 'a', '--hours', '-1'], 'HOURS must be a number from 0 to 8760'],
    [['rotate', 'a', '--hours', '8761'], 'HOURS must be a number from 0 to 8760'],
    [['rotate', 'a', '--days', '0'], 'DAYS must be a number from 1 to 36500'],
    [['rotate', 'a', '--hours', ' '], 'HOURS must be a number from 0 to 8760'],
    [['rotate', 'nobody', '--hours', '8760'], 'there is no key with the id "nobody"'],
    [['rotate', 'nobody'], 'there is no key with the id "nobody"'],
  ])('rejects %j: %s', async (args, message) => {
    await expect((async () => run(...args))()).rejects.toThrow(message);
  });
});
