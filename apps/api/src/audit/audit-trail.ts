import type { ApiKeyRecord, AuditEvent, Clock, IdSource, Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { ScheduledTask } from '../engine/scheduled-task.js';
import { auditFields, auditMessage, commandLineActor } from './audit-record.js';
import { KeyRefusals, type Refusal } from './key-refusals.js';

/** Interval in which uses and refusals are stored, in milliseconds. */
const intervalMs = 10_000;

/** Minimum interval between two records of the last use of a key, and of the search for expired keys, in milliseconds. */
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** How far back the search for events of the command line goes: two clocks may differ. Milliseconds. */
const lookBackMs = 120_000;
const maxEventsRead = 1_000;

export interface AuditTrailOptions {
  readonly config: Pick<ServiceConfig, 'apiKeys' | 'auditRetentionMs'>;
  readonly store: Pick<
    Store,
    'putAuditEvents' | 'listAuditEvents' | 'deleteAuditEvents' | 'recordApiKeyUses' | 'listApiKeys'
  >;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
}

interface KeyUse {
  readonly key: ApiKeyRecord;
  readonly at: number;
  readonly address: string | undefined;
}

/**
 * Stores and logs what happens to API keys. Requests only note it in memory; a task stores it every ten seconds. Every
 * replica stores its own events, and logs those of the command line, too.
 */
export class AuditTrail {
  readonly #options: AuditTrailOptions;
  readonly #refusals: KeyRefusals;
  readonly #uses = new Map<string, KeyUse>();
  readonly #logged = new Set<string>();
  readonly #startedAt: number;
  #expiryCheckedAt: number;
  #deletedAt = -Infinity;
  readonly #task = new ScheduledTask((signal) => this.flush(signal));

  constructor(options: AuditTrailOptions) {
    this.#options = options;
    this.#refusals = new KeyRefusals(options.ids);
    this.#startedAt = options.clock.now();
    this.#expiryCheckedAt = this.#startedAt - options.config.auditRetentionMs;
  }

  start(): void {
    this.#task.start(intervalMs);
  }

  async stop(): Promise<void> {
    await this.#task.stop();
    await this.flush();
  }

  /** A valid key of the store, as it was just read. */
  noteUse(key: ApiKeyRecord, address: string | undefined): void {
    const at = this.#options.clock.now();
    if (at - (key.lastUsedAt ?? -Infinity) >= minuteMs) this.#uses.set(key.id, { key, at, address });
  }

  noteRefusal(refusal: Refusal): void {
    this.#refusals.add(refusal, this.#options.clock.now());
  }

  /** Stores what was noted. Never rejects: what failed is tried again by the next run. */
  async flush(signal?: AbortSignal): Promise<void> {
    try {
      await this.#storeUses();
      await this.#storeRefusals();
      await this.#storeExpired();
      await this.#logCommands();
      await this.#deleteOld(signal);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'failed to store audit events; the next attempt is in ten seconds');
    }
  }

  /** The event comes first: after a failure between the two, the next use stores both again. */
  async #storeUses(): Promise<void> {
    const uses = [...this.#uses.values()];
    if (uses.length === 0) return;
    const first = uses.filter(({ key }) => key.lastUsedAt === undefined);
    await this.#putNew(first.map(toFirstUse), new Map(uses.map(({ key }) => [key.id, key.name])));
    await this.#options.store.recordApiKeyUses(uses.map(({ key, at }) => ({ id: key.id, at })));
    for (const use of uses) if (this.#uses.get(use.key.id) === use) this.#uses.delete(use.key.id);
  }

  async #storeRefusals(): Promise<void> {
    const changed = this.#refusals.changed();
    const fresh = changed.length === 0 ? undefined : await this.#options.store.putAuditEvents(changed);
    const ended = this.#refusals.markStored(changed, this.#options.clock.now());
    const logged = [...changed.filter(({ id }) => fresh?.has(id)), ...ended.filter(({ count }) => count > 1)];
    const names = logged.some(({ keyId }) => keyId !== undefined) ? await this.#keyNames() : undefined;
    for (const event of logged) this.#write(event, names);
  }

  async #storeExpired(): Promise<void> {
    const { config, store, clock } = this.#options;
    const now = clock.now();
    if (config.apiKeys !== undefined || now - this.#expiryCheckedAt < minuteMs) return;
    const keys = await store.listApiKeys();
    const expired = keys.filter(
      ({ expiresAt }) => expiresAt !== undefined && expiresAt > this.#expiryCheckedAt && expiresAt <= now,
    );
    await this.#putNew(expired.map(toExpiry), new Map(expired.map(({ id, name }) => [id, name])));
    this.#expiryCheckedAt = now;
  }

  async #logCommands(): Promise<void> {
    const since = Math.max(this.#startedAt, this.#options.clock.now() - lookBackMs);
    const events = await this.#options.store.listAuditEvents({ since, limit: maxEventsRead });
    const found = events.filter(({ actor }) => actor === commandLineActor);
    const fresh = found.filter(({ id }) => !this.#logged.has(id));
    const names = fresh.length === 0 ? undefined : await this.#keyNames();
    for (const event of fresh) this.#write(event, names);
    this.#logged.clear();
    for (const { id } of found) this.#logged.add(id);
  }

  async #deleteOld(signal: AbortSignal | undefined): Promise<void> {
    const { store, clock, config } = this.#options;
    if (clock.now() - this.#deletedAt < hourMs) return;
    await store.deleteAuditEvents(clock.now() - config.auditRetentionMs, signal);
    this.#deletedAt = clock.now();
  }

  /** Several replicas may store the same event; the first one logs it. */
  async #putNew(events: readonly AuditEvent[], names: ReadonlyMap<string, string>): Promise<void> {
    if (events.length === 0) return;
    const fresh = await this.#options.store.putAuditEvents(events);
    for (const event of events) if (fresh.has(event.id)) this.#write(event, names);
  }

  async #keyNames(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#options.store.listApiKeys({ revoked: true })).map(({ id, name }) => [id, name]));
  }

  #write(event: AuditEvent, names: ReadonlyMap<string, string> | undefined): void {
    const fields = auditFields(event, event.keyId === undefined ? undefined : names?.get(event.keyId));
    this.#options.log[event.kind === 'key_refused' ? 'warn' : 'info'](fields, auditMessage(event));
  }
}

/** Its id names the key: several replicas that see the first use store one event. */
function toFirstUse({ key, at, address }: KeyUse): AuditEvent {
  return {
    id: `${key.id}.first_used`,
    kind: 'key_first_used',
    at,
    count: 1,
    actor: key.id,
    keyId: key.id,
    owner: key.owner,
    ...(address === undefined ? {} : { address }),
  };
}

function toExpiry({ id, owner, expiresAt = 0 }: ApiKeyRecord): AuditEvent {
  return {
    id: `${id}.expired.${expiresAt}`,
    kind: 'key_expired',
    at: expiresAt,
    count: 1,
    actor: 'service',
    keyId: id,
    owner,
  };
}
