import type { ApiKeyRecord, AuditEvent } from '@org/engine';
import { pino } from 'pino';
import { AuditTrail, type AuditTrailOptions } from '#src/audit/audit-trail.js';

const minute = 60_000;
const day = 24 * 60 * minute;
let now: number;
let stored: Map<string, AuditEvent>;
let keys: ApiKeyRecord[];
let uses: unknown[];
let log: Record<string, unknown>[];
let fails: boolean;
let nextId: number;

const store: AuditTrailOptions['store'] = {
  async putAuditEvents(events) {
    if (fails) throw new Error('The disk is full.');
    const fresh = new Set(events.map(({ id }) => id).filter((id) => !stored.has(id)));
    for (const event of events) stored.set(event.id, event);
    return fresh;
  },
  listAuditEvents: async ({ since }) => [...stored.values()].filter(({ at }) => at >= since),
  deleteAuditEvents: async (time) => {
    for (const { id, at, lastAt = at } of stored.values()) if (lastAt < time) stored.delete(id);
    return 0;
  },
  recordApiKeyUses: async (list) => void uses.push(...list),
  listApiKeys: async () => keys,
};

const key: ApiKeyRecord = { id: 'key_1', owner: 'ann', name: 'laptop', hash: 'h', createdAt: 0 };
const trail = (): AuditTrail =>
  new AuditTrail({
    config: { auditRetentionMs: 30 * day },
    store,
    clock: { now: () => now },
    ids: { next: (prefix) => `${prefix}_${nextId++}` },
    log: pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) }),
  });
const messages = (): readonly unknown[] => log.map(({ msg }) => msg);

beforeEach(() => {
  now = 100 * day;
  [stored, keys, uses, log, fails, nextId] = [new Map(), [key], [], [], false, 0];
});

describe('the audit trail', () => {
  it('records the first use of a key once, with name and address, whichever replica sees it', async () => {
    const replicas = [trail(), trail()];
    for (const [index, replica] of replicas.entries()) {
      replica.noteUse(key, `10.0.0.${index}`);
      await replica.flush();
    }
    expect([...stored.values()]).toEqual([
      expect.objectContaining({ kind: 'key_first_used', keyId: 'key_1', actor: 'key_1' }),
    ]);
    expect(log).toEqual([
      expect.objectContaining({
        msg: 'API key used for the first time',
        keyId: 'key_1',
        keyName: 'laptop',
        address: '10.0.0.0',
      }),
    ]);
    expect(uses).toHaveLength(2);
  });

  it('records the last use of a key at most once a minute', async () => {
    const audit = trail();
    for (const seconds of [0, 59, 60, 61]) audit.noteUse({ ...key, lastUsedAt: now - seconds * 1000 }, undefined);
    audit.noteUse({ ...key, lastUsedAt: now - minute }, undefined);
    await audit.flush();
    await audit.flush();
    expect(uses).toEqual([{ id: 'key_1', at: now }]);
    expect(stored.size).toBe(0);
  });

  it('counts repeated refusals from one address as one event an hour, and logs it twice', async () => {
    const audit = trail();
    for (let round = 0; round < 50; round++) {
      for (let n = 0; n < 100; n++) audit.noteRefusal({ reason: 'wrong', address: '10.0.0.1' });
      await audit.flush();
      now += minute;
    }
    expect([...stored.values()]).toEqual([
      expect.objectContaining({ kind: 'key_refused', count: 5_000, address: '10.0.0.1' }),
    ]);
    now += 11 * minute;
    audit.noteRefusal({ reason: 'wrong', address: '10.0.0.1' });
    await audit.flush();
    expect(log).toEqual([
      expect.objectContaining({ msg: 'API key refused', level: 40, reason: 'wrong', count: 100 }),
      expect.objectContaining({ msg: 'API key refused', level: 40, reason: 'wrong', count: 5_001 }),
    ]);
    audit.noteRefusal({ reason: 'wrong', address: '10.0.0.1' });
    await audit.flush();
    expect(stored.size).toBe(2);
  });

  it('bounds the events of an attack from many addresses', async () => {
    const audit = trail();
    for (let n = 0; n < 5_000; n++) audit.noteRefusal({ reason: 'wrong', address: `10.0.${n >> 8}.${n & 255}` });
    await audit.flush();
    expect(stored.size).toBe(1_001);
    expect([...stored.values()].reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
  });

  it('records the expiry of a key once, also one that expired while no service ran', async () => {
    keys = [
      { ...key, expiresAt: now - day },
      { ...key, id: 'key_2', expiresAt: now + 90_000 },
    ];
    const audit = trail();
    for (let n = 0; n < 4; n++, now += minute) await audit.flush();
    await trail().flush();
    expect([...stored.values()].map(({ kind, keyId, at }) => [kind, keyId, at])).toEqual([
      ['key_expired', 'key_1', 99 * day],
      ['key_expired', 'key_2', 100 * day + 90_000],
    ]);
    expect(messages()).toEqual(['API key expired', 'API key expired']);
  });

  it('logs what the command line did while it runs', async () => {
    const audit = trail();
    stored.set('old', { id: 'old', kind: 'key_created', at: now - 1, count: 1, actor: 'command-line', keyId: 'key_1' });
    now += 1_000;
    stored.set('new', {
      id: 'new',
      kind: 'key_revoked',
      at: now,
      count: 1,
      actor: 'command-line',
      keyId: 'key_1',
      owner: 'ann',
    });
    for (let n = 0; n < 20; n++, now += 10_000) await audit.flush();
    expect(log).toEqual([
      expect.objectContaining({
        msg: 'API key revoked',
        auditId: 'new',
        actor: 'command-line',
        keyId: 'key_1',
        keyName: 'laptop',
        owner: 'ann',
      }),
    ]);
  });

  it('stores later what the store could not take, and deletes what is older than the retention', async () => {
    stored.set('old', { id: 'old', kind: 'key_created', at: now - 31 * day, count: 1, actor: 'service' });
    const audit = trail();
    fails = true;
    audit.noteUse(key, undefined);
    audit.noteRefusal({ reason: 'revoked', keyId: 'key_1', owner: 'ann' });
    await audit.flush();
    expect(messages()).toEqual(['failed to store audit events; the next attempt is in ten seconds']);
    fails = false;
    await audit.stop();
    expect([...stored.values()].map(({ kind }) => kind)).toEqual(['key_first_used', 'key_refused']);
  });
});
