/**
 * Retention of the position of a deleted conversation item, in milliseconds, so that a client that lists and deletes
 * items can continue after a deleted one. A gap holds a hash of the item's id and a position, and none of the item's
 * content.
 */
export const gapMs = 24 * 3_600_000;
