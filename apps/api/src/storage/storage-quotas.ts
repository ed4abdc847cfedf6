import { storageQuotaExceeded, type Store, type StoredBytes, totalBytes } from '@org/engine';
import type { Principal } from '../request-context/principal.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { StoreCapacity } from './store-capacity.js';

/** Whose quota applies. */
export type QuotaHolder = Pick<Principal, 'owner' | 'keyName'>;

/** How long the account of an owner with free quota is remembered, in milliseconds. */
const rememberedMs = 1_000;
/** Maximum number of remembered accounts. */
const maxRemembered = 10_000;

interface Account {
  readonly readAt: number;
  bytes: number;
}

export interface StorageQuotasOptions {
  readonly config: Pick<ServiceConfig, 'limits'>;
  readonly store: Pick<Store, 'getStoredBytes'>;
  readonly capacity: StoreCapacity;
  readonly limits: KeyLimits;
}

/**
 * What owners may store. Conversations, files and batches are also checked in the transaction that writes them, so their
 * quota is exact. A response is checked here before it is generated, and stored however long it became: the owner
 * exceeds the quota at most by the responses that run. Below half of the quota an account is remembered, so an owner that
 * fills the other half within a second adds the responses of that second.
 */
export class StorageQuotas {
  readonly #options: StorageQuotasOptions;
  readonly #accounts = new Map<string, Account>();

  constructor(options: StorageQuotasOptions) {
    this.#options = options;
  }

  /** The quota in bytes; without a key, the default one. Undefined: unlimited. */
  quotaOf(holder: Pick<QuotaHolder, 'keyName'> | undefined): number | undefined {
    const { limits, config } = this.#options;
    const quota = (holder && limits.storedBytesOf(holder.keyName)) ?? config.limits.maxStoredBytesPerOwner;
    return quota === Infinity ? undefined : quota;
  }

  /**
   * Resolves when the store has space and the owner may store something that has at least `bytes`. Throws
   * `storage_quota_exceeded` or `storage_full`. Returns the quota for the transaction that writes it.
   */
  async admit(holder: QuotaHolder | undefined, bytes = 1): Promise<number | undefined> {
    await this.#options.capacity.require();
    if (holder === undefined) return undefined;
    const quota = this.quotaOf(holder);
    if (quota === undefined) return undefined;
    const remembered = this.#accounts.get(holder.owner);
    const isRecent = remembered !== undefined && performance.now() - remembered.readAt < rememberedMs;
    // Near the quota each request counts, and the owner may have deleted something.
    const isFar = remembered !== undefined && 2 * (remembered.bytes + bytes) <= quota;
    const account = isRecent && isFar ? remembered : await this.#read(holder.owner);
    if (account.bytes + bytes > quota) throw storageQuotaExceeded(account.bytes + bytes, quota);
    account.bytes += bytes;
    return quota;
  }

  /** What the owner of a key stores, and may store. */
  async usageOf(holder: QuotaHolder): Promise<{ readonly stored: StoredBytes; readonly quota: number | undefined }> {
    return { stored: await this.#options.store.getStoredBytes(holder.owner), quota: this.quotaOf(holder) };
  }

  async #read(owner: string): Promise<Account> {
    const bytes = totalBytes(await this.#options.store.getStoredBytes(owner));
    const account = { readAt: performance.now(), bytes };
    if (this.#accounts.size >= maxRemembered) this.#accounts.clear();
    this.#accounts.set(owner, account);
    return account;
  }
}
