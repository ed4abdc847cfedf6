import type { ApiKeyRecord, AuditEvent } from '@org/engine';
import { formatTable, formatTime } from './format-table.js';

const heads = ['ID', 'NAME', 'OWNER', 'CREATED', 'VALID UNTIL', 'LAST USED'] as const;

/**
 * Formats the keys as a table, without anything that helps to find a secret. `rotations`: the events that replaced
 * keys, oldest first; with them, the table has a column for the replacement.
 */
export function describeKeys(
  keys: readonly ApiKeyRecord[],
  now: number,
  rotations?: readonly Pick<AuditEvent, 'keyId' | 'replacementId' | 'at'>[],
): string {
  // A key that was rotated twice has the last replacement.
  const replacements = new Map(
    rotations?.map(({ keyId, replacementId, at }) => [keyId, `${replacementId ?? 'unknown'}, ${formatTime(at)}`]),
  );
  return formatTable([
    rotations === undefined ? heads : [...heads, 'REPLACED BY'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.owner,
      formatTime(key.createdAt),
      endOf(key, now),
      lastUseOf(key),
      ...(rotations === undefined ? [] : [replacements.get(key.id) ?? '-']),
    ]),
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
