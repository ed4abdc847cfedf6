import type { JsonObject } from '@org/engine/model/json';
import type { Principal } from '../http/exchange.js';

/** What is kept of where a job came from. Jobs of earlier versions have none. */
export interface JobOrigin {
  /** Name of the key that it came with: it counts against that key's limits. */
  readonly keyName: string;
  /** The key, where it can be revoked: it takes its jobs along. */
  readonly keyId?: string;
}

export function originOf(principal: Principal | undefined): JobOrigin | undefined {
  if (principal === undefined) return undefined;
  const { keyName, keyId, revocable } = principal;
  return { keyName, ...(revocable ? { keyId } : {}) };
}

/** The member of a stored job that `readOrigin` reads back. */
export function writeOrigin(origin: JobOrigin | undefined): JsonObject {
  return origin === undefined ? {} : { origin: { ...origin } };
}

export function readOrigin({ origin }: { readonly origin?: unknown }): { readonly origin?: JobOrigin } {
  if (typeof origin !== 'object' || origin === null) return {};
  const { keyName, keyId }: { readonly keyName?: unknown; readonly keyId?: unknown } = origin;
  return typeof keyName === 'string' ? { origin: { keyName, ...(typeof keyId === 'string' ? { keyId } : {}) } } : {};
}
