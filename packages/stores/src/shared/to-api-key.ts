import type { ApiKeyRecord } from '@org/engine/storage';
import { numberOf, textOf } from './column-values.js';
import { fromKeyText } from './key-text.js';

/** The key of a row of either database. */
export function toApiKey(row: Readonly<Record<string, unknown>>): ApiKeyRecord {
  const { expires_at: expiresAt, last_used_at: lastUsedAt, revoked_at: revokedAt } = row;
  return {
    id: fromKeyText(textOf(row, 'id')),
    owner: fromKeyText(textOf(row, 'owner')),
    name: fromKeyText(textOf(row, 'name')),
    hash: fromKeyText(textOf(row, 'hash')),
    createdAt: numberOf(row, 'created_at'),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    ...(typeof lastUsedAt === 'number' ? { lastUsedAt } : {}),
    ...(typeof revokedAt === 'number' ? { revokedAt } : {}),
  };
}
