import { type Clock, type Store } from '@org/engine';
import { hashApiKey } from '../identity/api-key.js';
import { configuredPrefix } from '../config/parse-api-keys.js';
import type { ServiceConfig } from '../config/service-config.js';
import { invalidKey } from './credential-of.js';
import type { Principal } from './principal.js';

export interface AuthenticatorOptions {
  readonly config: Pick<ServiceConfig, 'apiKeys'>;
  readonly store: Store;
  readonly clock: Clock;
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

  constructor({ config, store, clock }: AuthenticatorOptions) {
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

  /** Throws `unauthenticated` for an invalid key. */
  async principalOf(key: string): Promise<Principal> {
    const hash = hashApiKey(key);
    const principal = this.#known(hash) ?? (await this.#stored(hash));
    if (principal === undefined) throw invalidKey();
    return principal;
  }

  /** The same without waiting; undefined where only the store can decide. */
  knownPrincipalOf(key: string): Principal | undefined {
    return this.#known(hashApiKey(key));
  }

  #known(hash: string): Principal | undefined {
    if (this.#configured !== undefined) return this.#configured.get(hash);
    const known = this.#cache.get(hash);
    const now = this.#clock.now();
    return known !== undefined && known.from <= now && now < known.until ? known.principal : undefined;
  }

  async #stored(hash: string): Promise<Principal | undefined> {
    if (this.#configured !== undefined) return undefined;
    const now = this.#clock.now();
    this.#cache.delete(hash);
    const record = await this.#store.findApiKey(hash);
    if (record?.revokedAt !== undefined) return undefined;
    if (record === undefined || (record.expiresAt ?? Infinity) <= now) return undefined;
    const principal = { owner: record.owner, keyId: record.id, keyName: record.name, revocable: true };
    // Only valid keys are cached, so guesses cannot fill the cache; the oldest entry is evicted.
    if (this.#cache.size >= cacheEntries) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(hash, { principal, from: now, until: Math.min(now + cacheMs, record.expiresAt ?? Infinity) });
    return principal;
  }
}
