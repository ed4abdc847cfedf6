import type { ApiKeyRecord, Clock, RefusalReason, Store } from '@org/engine';
import type { AuditTrail } from '../audit/audit-trail.js';
import { hashApiKey } from '../identity/api-key.js';
import { configuredPrefix } from '../config/parse-api-keys.js';
import type { ServiceConfig } from '../config/service-config.js';
import { InvalidKeyError } from './credential-of.js';
import type { Principal } from '../request-context/principal.js';

export interface AuthenticatorOptions {
  readonly config: Pick<ServiceConfig, 'apiKeys'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly audit: Pick<AuditTrail, 'noteUse' | 'noteRefusal'>;
}

interface CachedPrincipal {
  readonly principal: Principal;
  /** Unix milliseconds. A clock that was set back since shows an earlier time: the age is then unknown. */
  readonly from: number;
  readonly until: number;
}

const cacheEntries = 1000;
const cacheMs = 1000;

/**
 * Resolves the owner of a key. With configured keys, only those count; otherwise those of the store. A valid key is
 * cached for one second: long enough to take the store off the hot path, short enough for a revoked key.
 */
export class Authenticator {
  readonly #configured: ReadonlyMap<string, Principal> | undefined;
  readonly #cache = new Map<string, CachedPrincipal>();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #audit: AuthenticatorOptions['audit'];

  constructor({ config, store, clock, audit }: AuthenticatorOptions) {
    this.#audit = audit;
    this.#store = store;
    this.#clock = clock;
    this.#configured =
      config.apiKeys &&
      new Map(
        config.apiKeys.map(({ name, key }) => [
          hashApiKey(key),
          { owner: configuredPrefix + name, keyId: name, keyName: name, revocable: false },
        ]),
      );
  }

  /** Throws `unauthenticated` for an invalid key. `address` is the client's, for the audit log. */
  async principalOf(key: string, address?: string): Promise<Principal> {
    const hash = hashApiKey(key);
    const principal = this.#known(hash) ?? (await this.#stored(hash, address));
    if (principal === undefined) throw new InvalidKeyError();
    return principal;
  }

  /** The same without waiting; undefined where only the store can decide. */
  knownPrincipalOf(key: string): Principal | undefined {
    return this.#known(hashApiKey(key));
  }

  /** Records that a client sent something that cannot be a key. */
  noteMalformed(address: string | undefined): void {
    this.#refuse('wrong', address);
  }

  #known(hash: string): Principal | undefined {
    if (this.#configured !== undefined) return this.#configured.get(hash);
    const known = this.#cache.get(hash);
    const now = this.#clock.now();
    return known !== undefined && known.from <= now && now < known.until ? known.principal : undefined;
  }

  async #stored(hash: string, address: string | undefined): Promise<Principal | undefined> {
    if (this.#configured !== undefined) return this.#refuse('wrong', address);
    const now = this.#clock.now();
    this.#cache.delete(hash);
    const record = await this.#store.findApiKey(hash);
    if (record === undefined) return this.#refuse('wrong', address);
    if (record.revokedAt !== undefined) return this.#refuse('revoked', address, record);
    if ((record.expiresAt ?? Infinity) <= now) return this.#refuse('expired', address, record);
    this.#audit.noteUse(record, address);
    const principal = { owner: record.owner, keyId: record.id, keyName: record.name, revocable: true };
    // Only valid keys are cached, so guesses cannot fill the cache; the oldest entry is evicted.
    if (this.#cache.size >= cacheEntries) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(hash, { principal, from: now, until: Math.min(now + cacheMs, record.expiresAt ?? Infinity) });
    return principal;
  }

  #refuse(reason: RefusalReason, address: string | undefined, key?: ApiKeyRecord): undefined {
    this.#audit.noteRefusal({
      reason,
      ...(key === undefined ? {} : { keyId: key.id, owner: key.owner }),
      ...(address === undefined ? {} : { address }),
    });
  }
}
