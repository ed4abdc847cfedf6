import { type Clock, type Store } from '@org/engine';
import { hashApiKey } from '../identity/api-key.js';
import { configuredPrefix } from '../config/api-keys.js';
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
  /** Unix milliseconds. A clock that was set back since shows a time before this one: then nothing is known of how old this is. */
  readonly from: number;
  readonly until: number;
}

const cacheEntries = 1000;
const cacheMs = 1000;

/**
 * Knows whose a key is. With configured keys, those and no others count; otherwise the store's do. A key that was found
 * is remembered for a second: long enough to take the store off the hot path, short enough for a key that is withdrawn.
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

  /** Throws `unauthenticated` for a key that opens nothing. */
  async principalOf(key: string): Promise<Principal> {
    const hash = hashApiKey(key);
    const principal = this.#known(hash) ?? (await this.#stored(hash));
    if (principal === undefined) throw invalidKey();
    return principal;
  }

  /** The same without waiting; nothing where only the store can tell. */
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
    if (record === undefined || (record.expiresAt ?? Infinity) <= now) return undefined;
    const principal = { owner: record.owner, keyId: record.id, keyName: record.name, revocable: true };
    // Only good keys are kept, so nobody can fill the cache with guesses; the oldest entry makes room.
    if (this.#cache.size >= cacheEntries) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(hash, { principal, from: now, until: Math.min(now + cacheMs, record.expiresAt ?? Infinity) });
    return principal;
  }
}
