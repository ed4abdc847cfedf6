import { numberOf } from '../shared/column-values.js';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import { type Measured, nothingFound } from '../shared/read-reserved.js';
import { bytesOf, type Statements } from './database/statements.js';
import { joinedContent, type StoredContent } from './stored-content.js';
import { responseName } from './writer/idempotency-writes.js';

/** The response that is stored for a request, if it takes at most `maxBytes`. */
export function readStoredResponse(
  sql: Statements,
  owner: string,
  key: string,
  fingerprint: string,
  maxBytes: number,
): Measured<StoredContent> {
  const [ownerText, hash] = [toKeyText(owner), toLookupKey(key)];
  const row = sql.first(
    `SELECT length(response) AS bytes, CASE WHEN length(response) <= ?4 THEN response END AS response, content_key.key
     FROM idempotency_key JOIN content_key USING (slot) WHERE owner = ?1 AND key_hash = ?2 AND fingerprint = ?3`,
    ownerText,
    hash,
    toKeyText(fingerprint),
    maxBytes,
  );
  if (row === undefined) return nothingFound;
  const bytes = numberOf(row, 'bytes');
  if (bytes > maxBytes) return { bytes, value: undefined };
  const name = responseName({ owner: ownerText, hash });
  return { bytes, value: joinedContent(bytesOf(row, 'key'), name, bytesOf(row, 'response')) };
}
