// A turn may have a log of any length. A long one is deleted in batches, so that other writes can run in between:
// first the turn becomes a tombstone without content, which no reader finds, then its events are deleted, then the
// rest of its row. A sweep deletes what a process could not finish.

/** Maximum number and bytes of events deleted at once. A turn with more becomes a tombstone. */
export const maxEventsPerDelete = 1_000;
export const maxBytesPerDelete = 1024 * 1024;

/** Expiry of tombstones: earlier than that of any turn. */
export const tombstoneExpiry = -1;

/**
 * Prefix of a tombstone's id, before its key. `toKeyText` produces no text with this character, so clients cannot
 * address tombstones.
 */
export const tombstonePrefix = '\\gone ';
