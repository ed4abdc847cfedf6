import type { ApiKeyRecord } from '@org/engine';
import { formatTable, formatTime } from './format-table.js';

const heads = ['ID', 'NAME', 'OWNER', 'CREATED', 'VALID UNTIL', 'LAST USED'] as const;

/** Formats the keys as a table, without anything that helps to find a secret. */
export function describeKeys(keys: readonly ApiKeyRecord[], now: number): string {
  return formatTable([
    heads,
    ...keys.map((key) => [key.id, key.name, key.owner, formatTime(key.createdAt), endOf(key, now), lastUseOf(key)]),
  ]);
}

function endOf({ expiresAt, revokedAt }: ApiKeyRecord, now: number): string {
  if (revokedAt !== undefined) return `${formatTime(revokedAt)} (revoked)`;
  if (expiresAt === undefined) return 'no expiry';
  return expiresAt <= now ? `${formatTime(expiresAt)} (expired)` : formatTime(expiresAt);
}

function lastUseOf({ lastUsedAt }: ApiKeyRecord): string {
  if (lastUsedAt === undefined) return 'never';
  return lastUsedAt === 0 ? 'unknown' : formatTime(lastUsedAt);
}
