import type { ClientBase } from 'pg';
import { quotaSetting } from '../database/stored-bytes-schema.js';

/** An expression that limits what the owner stores after this transaction. The parameter is `quotaText`. */
export function setQuota(parameter: string): string {
  return `set_config('${quotaSetting}', ${parameter}, true)`;
}

/** The value of {@link setQuota}. Undefined: unlimited. */
export function quotaText(maxStoredBytes: number | undefined): string {
  return maxStoredBytes === undefined ? '' : String(maxStoredBytes);
}

/** Limits the statements that follow in this transaction. */
export async function limitStoredBytes(client: ClientBase, maxStoredBytes: number | undefined): Promise<void> {
  if (maxStoredBytes !== undefined) await client.query(`SELECT ${setQuota('$1')}`, [quotaText(maxStoredBytes)]);
}
