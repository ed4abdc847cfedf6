import type { ConversationItem, JsonObject } from '@org/engine/storage';
import { isRetained } from '../shared/is-retained.js';
import { toKeyText, toOwnedItemKey } from '../shared/key-text.js';
import { countEach } from '../shared/count-each.js';
import { requireReadable } from '../shared/require-readable.js';
import type { KeyRing } from '../shared/key-ring.js';
import type { LinkBounds } from '../shared/read-chain.js';
import { type Measured, nothingFound } from '../shared/read-reserved.js';
import { decodeStoredItem, findConversationItem, readItemAt } from './conversation-reads.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { contentUpTo, type Statements } from './database/statements.js';
import type { StoredContent } from './stored-content.js';
import { decodeItems, fromTurnRow, type ReadLink, type ReadTurn, toReadLink, turnContent } from './turn-rows.js';

const turnColumns = 'owner, id, dialect, previous_id, model, status, created_at, expires_at';

/** A turn whose content takes at most `maxBytes`. */
export function readTurn(
  sql: Statements,
  owner: string,
  id: string,
  now: number,
  maxBytes: number,
): Measured<ReadTurn> {
  const row = sql.first(
    `SELECT ${turnColumns}, nonce_and_tag, ${contentUpTo('?4')}, content_key.key FROM turn JOIN content_key USING (slot) WHERE owner = ?1 AND id = ?2 AND ${isRetained('?3')}`,
    toKeyText(owner),
    toKeyText(id),
    now,
    maxBytes,
  );
  if (row === undefined) return nothingFound;
  const bytes = numberOf(row, 'bytes');
  return { bytes, value: bytes <= maxBytes ? fromTurnRow(row) : undefined };
}

export function countContinuing(sql: Statements, owner: string, id: string): number {
  const row = sql.first(
    'SELECT count(*) AS count FROM turn WHERE owner = ? AND previous_id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  return row === undefined ? 0 : numberOf(row, 'count');
}

/**
 * A turn that is retained at time ?3 and its predecessors, newest first, at most ?4 of them, up to the one that exceeds
 * ?5 bytes; their contents, unless they exceed ?6 bytes: the length of one is known without reading it. CROSS JOIN is
 * SQLite's way to fix the join order: otherwise it may read the turns of all owners and look each of them up in the chain.
 */
export const selectLinks = `
  WITH RECURSIVE chain (key, previous_id, depth, bytes) AS MATERIALIZED (
    SELECT key, previous_id, 0, length(content) FROM turn WHERE owner = ?1 AND id = ?2 AND ${isRetained('?3')}
    UNION ALL
    SELECT turn.key, turn.previous_id, depth + 1, bytes + length(turn.content) FROM chain
      CROSS JOIN turn ON turn.owner = ?1 AND turn.id = chain.previous_id WHERE depth + 1 < ?4 AND bytes <= ?5
  )
  SELECT (SELECT count FROM turn_deletion WHERE owner = ?1) AS deletions, bytes, id, dialect, turn.previous_id, model, status, nonce_and_tag,
    CASE WHEN (SELECT max(bytes) FROM chain) <= ?6 THEN content END AS content, content_key.key
  FROM chain CROSS JOIN turn ON turn.key = chain.key CROSS JOIN content_key USING (slot) ORDER BY depth`;

/** The turn and its predecessors in one snapshot, newest first. */
export function readLinks(
  sql: Statements,
  owner: string,
  id: string,
  now: number,
  maxBytes: number,
  { links, contentBytes }: LinkBounds,
): readonly ReadLink[] {
  const ownerText = toKeyText(owner);
  const rows = sql.all(selectLinks, ownerText, toKeyText(id), now, links, maxBytes, contentBytes);
  return Array.from(rows, (row) => toReadLink(ownerText, row));
}

/** Items that were found. They are still to be decrypted and decoded: that takes no database. */
export interface FoundItems {
  readonly inConversations: readonly StoredContent[];
  readonly inTurns: readonly ItemsOfTurn[];
}

interface ItemsOfTurn {
  /** The requested id, by its expected position. */
  readonly wanted: ReadonlyMap<number, string>;
  readonly content: StoredContent;
}

/**
 * The items with these ids, if their turns and they take at most `contentBytes`. Throws for more than `maxBytes`, where an
 * item of a conversation counts as often as it is named.
 */
export function findItems(
  sql: Statements,
  owner: string,
  ids: readonly string[],
  now: number,
  maxBytes: number,
  contentBytes: number,
): Measured<FoundItems> {
  let bytes = 0;
  let expandedBytes = 0;
  const take = (more: number, times = 1): void => {
    bytes += more;
    expandedBytes += more * times;
    requireReadable(expandedBytes, maxBytes);
  };
  const inConversations: number[] = [];
  const inTurns = new Map<number, Map<number, string>>();
  for (const [id, times] of countEach(ids)) {
    const itemRow = sql.first(
      `SELECT turn_key, position, length(content) AS bytes FROM item JOIN turn ON turn.key = turn_key AND ${isRetained('?2')}
       WHERE owned_id = ?1 ORDER BY side DESC, turn_key DESC, position DESC LIMIT 1`,
      toOwnedItemKey(owner, id),
      now,
    );
    if (itemRow === undefined) {
      const found = findConversationItem(sql, owner, id);
      if (found === undefined) continue;
      take(found.bytes, times);
      inConversations.push(found.key);
      continue;
    }
    const key = numberOf(itemRow, 'turn_key');
    let wanted = inTurns.get(key);
    if (wanted === undefined) {
      take(numberOf(itemRow, 'bytes'));
      wanted = new Map();
      inTurns.set(key, wanted);
    }
    wanted.set(numberOf(itemRow, 'position'), id);
  }
  if (bytes > contentBytes) return { bytes, value: undefined };
  return {
    bytes,
    value: {
      inConversations: inConversations.map((key) => readItemAt(sql, key)),
      inTurns: Array.from(inTurns, ([key, wanted]) => ({ wanted, content: readContent(sql, key) })),
    },
  };
}

function readContent(sql: Statements, turnKey: number): StoredContent {
  const row = sql.first(
    'SELECT owner, id, nonce_and_tag, content, content_key.key FROM turn JOIN content_key USING (slot) WHERE turn.key = ?',
    turnKey,
  );
  if (row === undefined) throw new TypeError('An item has no turn.');
  return turnContent(textOf(row, 'owner'), row);
}

/** By id. */
export async function decodeFoundItems(
  keys: KeyRing,
  { inConversations, inTurns }: FoundItems,
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  const take = ({ id, value }: ConversationItem): unknown => found.set(id, value);
  for (const content of inConversations) take(await decodeStoredItem(keys, content));
  for (const { wanted, content } of inTurns) (await decodeItems(keys, content, wanted)).forEach(take);
  return found;
}
