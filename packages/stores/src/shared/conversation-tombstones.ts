// A conversation may have any number of items. One with many is deleted in batches, like a turn with a long log
// (turn-tombstones.ts): first it becomes a tombstone, which no reader finds, then its items, its gaps and finally its
// row are deleted. An item is visible only while its conversation belongs to its owner, so no query finds the rest of
// a deleted conversation.

/** The owner of all tombstones. `toKeyText` produces no text with this character, so no owner has this name. */
export const tombstoneOwner = '\\gone';

/**
 * Maximum number of items and gaps, and maximum bytes of items, deleted at once. A conversation with more becomes a
 * tombstone.
 */
export const maxItemsPerDelete = 250;
export const maxBytesPerDelete = 1024 * 1024;
