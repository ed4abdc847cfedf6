/**
 * For so long a store knows where a deleted item of a conversation stood, in milliseconds: who goes through the items and deletes them
 * can go on behind one that is gone. A gap holds a hash of the item's id and a position, nothing of what the item said.
 */
export const gapMs = 24 * 3_600_000;
